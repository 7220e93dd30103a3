import { hash } from "node:crypto";
import { ApiError } from "../errors.ts";

const defaultLimit = 50;
/** A page has at most 4 MiB of items as JSON, and ends early where it would exceed them (decisions section 1, paging). */
export const bytesOfPage = 4 * 1024 * 1024;
/** The number of rows with long texts that are read at once, so that few are held that don't fit on the page. */
export const longRows = 50;
/** The bytes that an item has beside the texts of its row, at most. */
const besideTexts = 2 * 1024;
/** The characters that a value within an item's value has beside its text: its name, and what JSON puts around it. */
const besideNested = 16;

/** The values of an item that its list is ordered by. */
export type Key = (string | number)[];

export interface Page {
  /** The key of the last item of the page before; null on the first page. */
  after: Key | null;
  limit: number;
}

/**
 * Returns the page of a list that a query asks for. `fetch` returns at most `limit` rows, in order, after the row whose
 * key is `after` (empty on the first page); `keyOf` returns a row's key. `list` is the same as in `readPage`. A page
 * ends before its limit where its bytes would be too many, but never without an item. `rowsAtOnce` limits how many rows
 * with long texts are read at once.
 */
export async function pageOf<Row extends object>(
  list: string,
  query: Parameters<typeof readPage>[1],
  fetch: (after: Key, limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  rowsAtOnce = Number.POSITIVE_INFINITY,
): Promise<{ rows: Row[]; nextCursor?: string }> {
  const page = readPage(list, query);
  const wanted = page.limit + 1; // One more tells whether there is a next page.
  const rows: Row[] = [];
  const fitting = fittingOn<Row>(rows);
  for (let after = page.after ?? []; ; ) {
    const asked = Math.min(wanted - rows.length, rowsAtOnce + 1);
    const found = await fetch(after, asked);
    for (const row of found) rows.push(row);
    const fit = fitting();
    if (fit < rows.length) return cutPage(list, { ...page, limit: fit }, rows, keyOf);
    const last = found.at(-1);
    if (found.length < asked || rows.length === wanted || !last) return cutPage(list, page, rows, keyOf);
    after = keyOf(last);
  }
}

/**
 * Returns a function that returns, whenever rows were added, how many of them fit on a page, but one at least. Their
 * size as JSON is measured only where it could matter: a character takes six bytes at most.
 */
function fittingOn<Row extends object>(rows: readonly Row[]): () => number {
  let estimated = 0;
  let most = 0;
  let measured = 0;
  let bytes = 0;
  return () => {
    for (; estimated < rows.length; estimated++) most += besideTexts + 6 * charactersOf(rows[estimated]);
    if (most <= bytesOfPage) return rows.length;
    for (; measured < rows.length; measured++) {
      bytes += besideTexts + Buffer.byteLength(JSON.stringify(rows[measured]));
      if (bytes > bytesOfPage) return Math.max(1, measured);
    }
    return rows.length;
  };
}

function charactersOf(item: object | null = {}, besideEach = 0): number {
  let count = 0;
  for (const name in item) {
    const value: unknown = item[name as keyof typeof item];
    count += besideEach;
    if (typeof value === "string") count += value.length;
    else if (typeof value === "object") count += charactersOf(value, besideNested);
  }
  return count;
}

/**
 * Returns a page of `pageOf` with its items as they are shown, one for each row. They may show more than their rows
 * hold, so that the page ends even earlier.
 */
export function presentedPage<Row, Item extends object>(
  list: string,
  page: { rows: Row[]; nextCursor?: string },
  keyOf: (row: Row) => Key,
  items: Item[],
): { items: Item[]; nextCursor?: string } {
  const { rows, ...next } = page;
  const fit = fittingOn(items)();
  if (fit === items.length) return { items, ...next };
  const { nextCursor } = cutPage(list, { after: null, limit: fit }, rows, keyOf);
  return { items: items.slice(0, fit), ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/**
 * Reads `limit` and `cursor` (decisions section 1, paging). `list` names the list with everything that selects
 * it: a cursor of another list is a bad one.
 */
export function readPage(
  list: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Page {
  const after = query.cursor === undefined ? null : decode(list, query.cursor);
  return { after, limit: query.limit ?? defaultLimit };
}

/** Removes the extra row that was requested (`limit + 1`), and adds the cursor of the next page if there is one. */
export function cutPage<Row>(
  list: string,
  page: Page,
  rows: Row[],
  keyOf: (row: Row) => Key,
): { rows: Row[]; nextCursor?: string } {
  if (rows.length <= page.limit) return { rows };
  const kept = rows.slice(0, page.limit);
  const last = kept.at(-1);
  return last ? { rows: kept, nextCursor: encode(list, keyOf(last)) } : { rows: kept };
}

const encode = (list: string, key: Key) => seal(list, JSON.stringify(key));

/** Decodes a cursor. Base64 can be written in more than one way; only the one that `encode` writes is a cursor. */
function decode(list: string, cursor: string): Key {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const payload = text.slice(checkLength);
  const key = cursor === seal(list, payload) ? (JSON.parse(payload) as unknown) : null;
  if (!isKey(key)) throw badCursor();
  return key;
}

function badCursor(): ApiError {
  const message = "is not a cursor of this list; start again without it";
  return new ApiError("invalid_request", `The request is not valid: cursor ${message}.`, [
    { path: "/cursor", message },
  ]);
}

const largestInteger = 2 ** 31 - 1;

/**
 * Returns true for a valid key. A cursor is not signed, so the values of a made-up one must still be ones that both
 * databases accept.
 */
function isKey(value: unknown): value is Key {
  const fits = (part: unknown) =>
    typeof part === "number"
      ? Number.isInteger(part) && Math.abs(part) <= largestInteger
      : typeof part === "string" && part.isWellFormed() && !part.includes("\0");
  return Array.isArray(value) && value.every(fits);
}

/** Returns a value of a key as the number that it is. A made-up cursor may have a text there, which is 400. */
export function numberOf(part: Key[number]): number {
  if (typeof part !== "number") throw badCursor();
  return part;
}

const checkLength = 12;

function seal(list: string, payload: string): string {
  const check = hash("sha256", `${list}\n${payload}`, "base64url").slice(0, checkLength);
  return Buffer.from(check + payload).toString("base64url");
}
