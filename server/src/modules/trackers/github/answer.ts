import { type Fields, readerOf } from "../answer-reader.ts";

export { type Fields, objectIn, partOf } from "../answer-reader.ts";
export const { unreadable, fieldsOf, listOf, text } = readerOf("GitHub");

/** Rejects unsafe integers; ids are stored as text. */
export function number(fields: Fields, name: string): number {
  const value = Number(fields[name]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw unreadable();
}

/** Looks for a next page in `Link` (RFC 8288). */
export const hasNextPage = (link: unknown) => /;\s*rel="next"/.test(String(link ?? ""));
