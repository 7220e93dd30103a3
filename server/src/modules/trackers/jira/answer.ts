import { type Fields, readerOf } from "../answer-reader.ts";

export { type Fields, objectIn, partOf } from "../answer-reader.ts";
export const { unreadable, fieldsOf, listOf, text } = readerOf("Jira");

export const textOrNull = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === "string" ? value : null;
};

/** Accepts digits, mostly sent as text. */
export function id(fields: Fields): string {
  const value = String(fields.id);
  if (/^\d{1,19}$/.test(value)) return value;
  throw unreadable();
}

/** Accepts `PROJ-12` and sites' own patterns. */
export function key(fields: Fields): string {
  const value = text(fields, "key");
  if (/^[\p{L}\p{N}_]+-\d{1,15}$/u.test(value)) return value;
  throw unreadable();
}

export const numberOfKey = (issueKey: string): number =>
  Number(issueKey.slice(issueKey.lastIndexOf("-") + 1));

/** Converts `2025-06-01T10:00:00.000+0000` to Groundplan's form. */
export function instant(fields: Fields, name: string): string {
  const time = Date.parse(text(fields, name));
  if (Number.isNaN(time)) throw unreadable();
  return new Date(time).toISOString();
}
