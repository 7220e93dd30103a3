import { characters } from "@groundplan/contract";
import { sql } from "kysely";
import { type Db, type Tx, tableOf } from "../../storage/dialect.ts";
import { insertInto } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";

/** A source's text at a revision. */
export interface TextOf {
  workspaceId: string;
  sourceId: string;
  revision: number;
}

export type Chunk = Tables["context_texts"];

/** UTF-16 units per chunk. */
const most = 65_536;

/** Divides a text into chunk rows lazily, one command each. None for an empty text. */
export function* chunksOf(
  { workspaceId, sourceId, revision }: TextOf,
  text: string,
): Generator<Chunk, undefined> {
  const key = { workspace_id: workspaceId, source_id: sourceId, revision };
  for (let [n, offset, start] = [0, 0, 0]; offset < text.length; n++) {
    const part = text.slice(offset, endOfChunk(text, offset));
    const end = start + characters(part);
    yield { ...key, n, start_char: start, end_char: end, text: part };
    offset += part.length;
    start = end;
  }
}

/** Returns a chunk's end, never within a surrogate pair. */
function endOfChunk(text: string, start: number): number {
  const end = Math.min(start + most, text.length);
  const splits = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return splits ? end - 1 : end;
}

export const insertChunks = insertInto("context_texts");

/** Deletes texts except for the current and previous revision, which may still be read. */
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

/** Reads up to `count` characters from `start`. */
export async function readText(db: Db, of: TextOf, start: number, count: number): Promise<string> {
  const chunks = await chunksFrom(db, of)
    .where("end_char", ">", start)
    .where("start_char", "<", start + count)
    .execute();
  return chunks
    .map(({ text, start_char }) => sliceCharacters(text, start - start_char, start + count - start_char))
    .join("");
}

/** Reads each text's first `count` characters in one query, by source id. */
export async function readBeginnings(
  db: Db,
  texts: readonly (TextOf & { count: number })[],
): Promise<Map<string, string>> {
  const [first] = texts;
  if (!first) return new Map();
  // Each entry packs id (36 characters), revision and count, in a list that both databases can unpack.
  const number = (value: number) => String(value).padStart(10, "0");
  const list = texts.map(({ sourceId, revision, count }) => `${sourceId}${number(revision)}${number(count)}`);
  const { rows } = await sql<Pick<Chunk, "source_id" | "start_char" | "text">>`
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

/** Yields a text's chunks without holding the whole. */
export async function* eachChunk(db: Db, of: TextOf): AsyncGenerator<Chunk> {
  for (let n = 0; ; n++) {
    const chunk = await chunksFrom(db, of).where("n", "=", n).executeTakeFirst();
    if (!chunk) return;
    yield chunk;
  }
}

const chunksFrom = (db: Db, { workspaceId, sourceId, revision }: TextOf) =>
  db
    .selectFrom("context_texts")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("source_id", "=", sourceId)
    .where("revision", "=", revision)
    .orderBy("n");

/** Slices by code points. */
export function sliceCharacters(text: string, start: number, end: number): string {
  if (start <= 0 && end >= text.length) return text; // Never more characters than units.
  let offset = 0;
  let from = start <= 0 ? 0 : text.length;
  let count = 0;
  for (; offset < text.length; count++) {
    if (count === start) from = offset;
    if (count === end) break;
    const isPair =
      (text.charCodeAt(offset) & 0xfc00) === 0xd800 && (text.charCodeAt(offset + 1) & 0xfc00) === 0xdc00;
    offset += isPair ? 2 : 1;
  }
  return text.slice(from, offset);
}
