import { TrackerError } from "../tracker.ts";

/** GitHub's answers are data from outside: what is read of them is checked here. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(data: unknown): Fields {
  if (typeof data === "object" && data !== null) return data as Fields;
  throw unreadable();
}

export function listOf(data: unknown): Fields[] {
  if (Array.isArray(data)) return data.map(fieldsOf);
  throw unreadable();
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw unreadable();
}

/** Ids can be larger than a number holds; they are kept as text. */
export function number(fields: Fields, name: string): number {
  const value = Number(fields[name]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw unreadable();
}

/** The answer to a write that can't be read says nothing about whether it happened. */
export const unreadable = () =>
  new TrackerError(
    "unknown",
    "unreachable",
    "GitHub's answer could not be read; something in between may have changed it.",
  );

/** Whether `Link` names a next page (RFC 8288). */
export const hasNextPage = (link: unknown) => /;\s*rel="next"/.test(String(link ?? ""));
