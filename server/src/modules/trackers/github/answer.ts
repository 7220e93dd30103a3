import { type Fields, readerOf } from "../answer-reader.ts";

export { type Fields, objectIn, partOf } from "../answer-reader.ts";
export const { unreadable, fieldsOf, listOf, text } = readerOf("GitHub");

/** Returns a number. Ids are stored as text instead, as they may exceed a safe integer. */
export function number(fields: Fields, name: string): number {
  const value = Number(fields[name]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw unreadable();
}

/** Returns true if `Link` names a next page (RFC 8288). */
export const hasNextPage = (link: unknown) => /;\s*rel="next"/.test(String(link ?? ""));
