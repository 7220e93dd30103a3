import { type Fields, readerOf } from "../read.ts";

export type { Fields } from "../read.ts";
export const { unreadable, fieldsOf, listOf, text } = readerOf("GitHub");

/** Ids can be larger than a number holds; they are kept as text. */
export function number(fields: Fields, name: string): number {
  const value = Number(fields[name]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw unreadable();
}

/** Whether `Link` names a next page (RFC 8288). */
export const hasNextPage = (link: unknown) => /;\s*rel="next"/.test(String(link ?? ""));
