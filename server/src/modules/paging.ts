import { hash } from "node:crypto";
import { ApiError } from "../errors.ts";

const defaultLimit = 50;

/** The values of an item that its list is ordered by. */
export type Key = (string | number)[];

export interface Page {
  /** Of the last item of the page before; null on the first page. */
  after: Key | null;
  /** Null: the whole list. */
  limit: number | null;
}

/** More rows than any list has. */
const all = 2 ** 31 - 1;

/**
 * The page of a list that a query asks for. `fetch` answers at most `limit` rows, in order, after the row whose key
 * is `after` (empty on the first page); `keyOf` tells a row's key. `list` and `whole`: as in `readPage`.
 */
export async function pageOf<Row>(
  list: string,
  query: Parameters<typeof readPage>[1],
  fetch: (after: Key, limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  whole?: "whole",
): Promise<{ rows: Row[]; nextCursor?: string }> {
  const page = readPage(list, query, whole);
  const rows = await fetch(page.after ?? [], page.limit === null ? all : page.limit + 1);
  return cutPage(list, page, rows, keyOf);
}

/**
 * Reads `limit` and `cursor` (decisions section 1, paging). `list` names the list with everything that selects
 * it: a cursor of another list is a bad one. `whole`: a list that the contract names, asked with neither,
 * answers whole.
 */
export function readPage(
  list: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
  whole: "whole" | "paged" = "paged",
): Page {
  const limit = query.limit ?? (whole === "whole" && query.cursor === undefined ? null : defaultLimit);
  return { after: query.cursor === undefined ? null : decode(list, query.cursor), limit };
}

/**
 * Cuts the one row more that was asked for (`limit + 1`) and names the next page where there is one.
 */
export function cutPage<Row>(
  list: string,
  page: Page,
  rows: Row[],
  keyOf: (row: Row) => Key,
): { rows: Row[]; nextCursor?: string } {
  if (page.limit === null || rows.length <= page.limit) return { rows };
  const kept = rows.slice(0, page.limit);
  const last = kept.at(-1);
  return last ? { rows: kept, nextCursor: encode(list, keyOf(last)) } : { rows: kept };
}

const encode = (list: string, key: Key) => seal(list, JSON.stringify(key));

/** Base64 can be written in more than one way; only the one that `encode` writes is a cursor. */
function decode(list: string, cursor: string): Key {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const payload = text.slice(checkLength);
  const key = cursor === seal(list, payload) ? (JSON.parse(payload) as unknown) : null;
  if (!isKey(key)) {
    const message = "is not a cursor of this list; start again without it";
    throw new ApiError("invalid_request", `The request is not valid: cursor ${message}.`, [
      { path: "/cursor", message },
    ]);
  }
  return key;
}

const largestInteger = 2 ** 31 - 1;

/** The check holds no secret: what a made-up cursor names must still be values that both databases take. */
function isKey(value: unknown): value is Key {
  const fits = (part: unknown) =>
    typeof part === "number"
      ? Number.isInteger(part) && Math.abs(part) <= largestInteger
      : typeof part === "string" && part.isWellFormed() && !part.includes("\0");
  return Array.isArray(value) && value.every(fits);
}

const checkLength = 12;

function seal(list: string, payload: string): string {
  const check = hash("sha256", `${list}\n${payload}`, "base64url").slice(0, checkLength);
  return Buffer.from(check + payload).toString("base64url");
}
