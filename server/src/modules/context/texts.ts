import { characters } from "@groundplan/contract";
import type { Db, Tx } from "../../storage/dialect.ts";
import { insertInto } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";

/** A text of a source, as it was at one revision. */
export interface TextOf {
  workspaceId: string;
  sourceId: string;
  revision: number;
}

export type Piece = Tables["context_texts"];

/** The most UTF-16 units of a piece. */
const most = 65_536;

/** Splits a text into the rows that hold it. `from` says how many pieces and characters are before it. */
export function piecesOf(
  { workspaceId, sourceId, revision }: TextOf,
  text: string,
  from: { n: number; characters: number } = { n: 0, characters: 0 },
): Piece[] {
  const pieces: Piece[] = [];
  let { n, characters: start } = from;
  for (let at = 0; at < text.length; ) {
    const part = text.slice(at, endOfPiece(text, at));
    const end = start + characters(part);
    const of = { workspace_id: workspaceId, source_id: sourceId, revision };
    pieces.push({ ...of, n, start_char: start, end_char: end, text: part });
    at += part.length;
    start = end;
    n++;
  }
  return pieces;
}

/** The most pieces that one command writes, so that none holds the writer for long. */
const mostAtOnce = 4;

/** Splits a text into pieces as `piecesOf` does, a few at a time; an empty text has one empty piece. */
export function* batchesOf(of: TextOf, text: string): Generator<Piece[], void> {
  let from = { n: 0, characters: 0 };
  let at = 0;
  do {
    let end = at;
    for (let i = 0; i < mostAtOnce; i++) end = endOfPiece(text, end);
    const pieces = piecesOf(of, text.slice(at, end), from);
    const last = pieces.at(-1);
    yield last ? pieces : [emptyPiece(of)];
    if (last) from = { n: last.n + 1, characters: last.end_char };
    at = end;
  } while (at < text.length);
}

const emptyPiece = ({ workspaceId, sourceId, revision }: TextOf): Piece => ({
  ...{ workspace_id: workspaceId, source_id: sourceId, revision },
  ...{ n: 0, start_char: 0, end_char: 0, text: "" },
});

/** Returns the end of a piece, which splits no character. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(start + most, text.length);
  const splits = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return splits ? end - 1 : end;
}

export const insertPieces = insertInto("context_texts");

/**
 * Deletes a source's texts but those at the revisions that are shown now and were shown just before: whoever has just
 * read the row may still be reading it.
 */
export async function forgetOtherTexts(
  tx: Tx,
  { workspaceId, sourceId, revision }: TextOf,
  shownBefore: number,
): Promise<void> {
  await tx
    .deleteFrom("context_texts")
    .where("workspace_id", "=", workspaceId)
    .where("source_id", "=", sourceId)
    .where("revision", "<", revision)
    .where("revision", "!=", shownBefore)
    .execute();
}

/** Reads the characters of a text from `start` on, at most `count`; past its end there are none. */
export async function readText(db: Db, of: TextOf, start: number, count: number): Promise<string> {
  const pieces = await piecesFrom(db, of)
    .where("end_char", ">", start)
    .where("start_char", "<", start + count)
    .execute();
  return pieces
    .map(({ text, start_char }) => sliceCharacters(text, start - start_char, start + count - start_char))
    .join("");
}

/** Reads one piece of a text after the other, so that a long one is never held as a whole. */
export async function* eachPiece(db: Db, of: TextOf): AsyncGenerator<Piece> {
  for (let n = 0; ; n++) {
    const piece = await piecesFrom(db, of).where("n", "=", n).executeTakeFirst();
    if (!piece) return;
    yield piece;
  }
}

const piecesFrom = (db: Db, { workspaceId, sourceId, revision }: TextOf) =>
  db
    .selectFrom("context_texts")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("source_id", "=", sourceId)
    .where("revision", "=", revision)
    .orderBy("n");

/** Returns a part of a text by its characters, which are code points. */
export function sliceCharacters(text: string, start: number, end: number): string {
  let at = 0;
  let from = start <= 0 ? 0 : text.length;
  let count = 0;
  for (; at < text.length; count++) {
    if (count === start) from = at;
    if (count === end) break;
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    at += isPair ? 2 : 1;
  }
  return text.slice(from, at);
}
