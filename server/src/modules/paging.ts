import { hash } from "node:crypto";
import { ApiError } from "../errors.ts";

const defaultLimit = 50;
/** Bytes of items per page as JSON; longer pages end early (decisions section 1, paging). */
export const bytesOfPage = 4 * 1024 * 1024;
/** Rows with long texts read at once. */
export const longRows = 50;
/** Upper bound of an item's bytes besides its texts. */
const besideTexts = 2 * 1024;
/** Characters of a nested value besides its text: name and JSON syntax. */
const besideNested = 16;

/** Values that order a list. */
export type Key = (string | number)[];

export interface Page {
  /** Key of the previous page's last item; null on the first page. */
  after: Key | null;
  limit: number;
}

/**
 * Returns a list's page. `fetch` returns up to `limit` ordered rows after a key (empty at first); `keyOf`
 * returns a row's key; `list` is as in `readPage`. A page ends early at the byte limit but never empty.
 * `rowsAtOnce` bounds rows with long texts in memory.
 */
export async function pageOf<Row extends object>(
  list: string,
  query: Parameters<typeof readPage>[1],
  fetch: (after: Key, limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  rowsAtOnce = Number.POSITIVE_INFINITY,
): Promise<{ rows: Row[]; nextCursor?: string }> {
  const page = readPage(list, query);
  const wanted = page.limit + 1; // One more tells whether a next page exists.
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
 * Returns a function that returns how many rows fit on the page, at least one. Measures JSON only near the
 * limit: a character takes at most six bytes.
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

/** Returns `pageOf`'s page with presented items, which may be larger and end it even earlier. */
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
 * Parses `limit` and `cursor` (decisions section 1, paging). `list` identifies the list with its filters,
 * which a cursor must match.
 */
export function readPage(
  list: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Page {
  const after = query.cursor === undefined ? null : decode(list, query.cursor);
  return { after, limit: query.limit ?? defaultLimit };
}

/** Drops the extra row (`limit + 1`) and adds the next cursor if there is one. */
export function cutPage<Row>(
  list: string,
  page: Page,
  rows: Row[],
  keyOf: (row: Row) => Key,
): { rows: Row[]; nextCursor?: string } {
  if (rows.length <= page.limit) return { rows };
  const kept = rows.slice(0, page.limit);
  const last = kept.at(-1);
  return last ? { rows: kept, nextCursor: cursorOf(list, keyOf(last)) } : { rows: kept };
}

/** Returns the cursor of the page after a key. */
export const cursorOf = (list: string, key: Key): string => seal(list, JSON.stringify(key));

/** Decodes a cursor, accepting only the canonical base64 form. */
function decode(list: string, cursor: string): Key {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const payload = text.slice(checkLength);
  const key = cursor === seal(list, payload) ? (JSON.parse(payload) as unknown) : null;
  if (!isKey(key)) throw badCursor();
  return key;
}

/** Returns the error for a cursor that isn't one of the list. */
export function badCursor(): ApiError {
  const message = "is not a cursor of this list; start again without it";
  return new ApiError("invalid_request", `The request is not valid: cursor ${message}.`, [
    { path: "/cursor", message },
  ]);
}

const largestInteger = 2 ** 31 - 1;

/** Validates a key. Cursors are unsigned, so forged values must still be acceptable to both databases. */
function isKey(value: unknown): value is Key {
  const fits = (part: unknown) =>
    typeof part === "number"
      ? Number.isInteger(part) && Math.abs(part) <= largestInteger
      : typeof part === "string" && part.isWellFormed() && !part.includes("\0");
  return Array.isArray(value) && value.every(fits);
}

/** Returns a numeric key value; a forged text is 400. */
export function numberOf(part: Key[number]): number {
  if (typeof part !== "number") throw badCursor();
  return part;
}

const checkLength = 12;

function seal(list: string, payload: string): string {
  const check = hash("sha256", `${list}\n${payload}`, "base64url").slice(0, checkLength);
  return Buffer.from(check + payload).toString("base64url");
}
