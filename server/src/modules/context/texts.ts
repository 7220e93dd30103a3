import { characters } from "@groundplan/contract";
import { sql } from "kysely";
import { type Db, type Tx, tableOf } from "../../storage/dialect.ts";
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

/**
 * Splits a text into the rows that hold it, one at a time: whoever writes each of them by a command of its own holds
 * nobody up for long. An empty text has none.
 */
export function* piecesOf(
  { workspaceId, sourceId, revision }: TextOf,
  text: string,
): Generator<Piece, undefined> {
  const of = { workspace_id: workspaceId, source_id: sourceId, revision };
  for (let [n, at, start] = [0, 0, 0]; at < text.length; n++) {
    const part = text.slice(at, endOfPiece(text, at));
    const end = start + characters(part);
    yield { ...of, n, start_char: start, end_char: end, text: part };
    at += part.length;
    start = end;
  }
}

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

/** Reads the first `count` characters of each text by one query, and returns them by the ids of the sources. */
export async function readBeginnings(
  db: Db,
  texts: readonly (TextOf & { count: number })[],
): Promise<Map<string, string>> {
  const [first] = texts;
  if (!first) return new Map();
  // Each text is one value, which both databases read in a list: the 36 characters of the id, the revision, the count.
  const number = (value: number) => String(value).padStart(10, "0");
  const list = texts.map(({ sourceId, revision, count }) => `${sourceId}${number(revision)}${number(count)}`);
  const { rows } = await sql<Pick<Piece, "source_id" | "start_char" | "text">>`
    select piece.source_id, piece.start_char, piece.text
    from ${tableOf(db, list)} as wanted cross join context_texts as piece
    where piece.workspace_id = ${first.workspaceId}
      and piece.source_id = substr(wanted.value, 1, 36)
      and piece.revision = cast(substr(wanted.value, 37, 10) as integer)
      and piece.start_char < cast(substr(wanted.value, 47) as integer)
    order by piece.source_id, piece.n`.execute(db);
  const counts = new Map(texts.map(({ sourceId, count }) => [sourceId, count]));
  const read = new Map<string, string>();
  for (const { source_id: id, start_char, text } of rows) {
    const rest = (counts.get(id) ?? 0) - start_char;
    read.set(id, (read.get(id) ?? "") + sliceCharacters(text, 0, rest));
  }
  return read;
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
  if (start <= 0 && end >= text.length) return text; // It has no more characters than units.
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
