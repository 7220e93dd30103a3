import { TrackerError } from "../tracker.ts";

/** Jira's answers are data from outside: what is read of them is checked here. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(data: unknown): Fields {
  if (isFields(data)) return data;
  throw unreadable();
}

/** What is not there, or null, has no fields. */
export const partOf = (fields: Fields, name: string): Fields => {
  const part = fields[name];
  return isFields(part) ? part : {};
};

const isFields = (data: unknown): data is Fields =>
  typeof data === "object" && data !== null && !Array.isArray(data);

export function listOf(data: unknown): Fields[] {
  if (Array.isArray(data)) return data.map(fieldsOf);
  throw unreadable();
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw unreadable();
}

export const textOrNull = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === "string" ? value : null;
};

/** Jira's ids are digits, mostly as text. */
export function id(fields: Fields): string {
  const value = String(fields.id);
  if (/^\d{1,19}$/.test(value)) return value;
  throw unreadable();
}

/** `PROJ-12`, also of a site that has names of its own for keys. */
export function key(fields: Fields): string {
  const value = text(fields, "key");
  if (/^[\p{L}\p{N}_]+-\d{1,15}$/u.test(value)) return value;
  throw unreadable();
}

export const numberOfKey = (issueKey: string): number =>
  Number(issueKey.slice(issueKey.lastIndexOf("-") + 1));

/** `2025-06-01T10:00:00.000+0000`, to the form that all of Groundplan uses. */
export function instant(fields: Fields, name: string): string {
  const time = Date.parse(text(fields, name));
  if (Number.isNaN(time)) throw unreadable();
  return new Date(time).toISOString();
}

/** The answer to a write that can't be read says nothing about whether it happened. */
export const unreadable = () =>
  new TrackerError(
    "unknown",
    "unreachable",
    "Jira's answer could not be read; something in between may have changed it.",
  );
