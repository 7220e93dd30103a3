import { TrackerError } from "../tracker.ts";

/** Linear's answers are data from outside: what is read of them is checked here. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (data: unknown): data is Fields =>
  typeof data === "object" && data !== null && !Array.isArray(data);

export function fieldsOf(data: unknown): Fields {
  if (isFields(data)) return data;
  throw unreadable();
}

/** What is in a connection's page. */
export function nodesOf(connection: unknown): Fields[] {
  return listOf(fieldsOf(connection).nodes);
}

export function listOf(data: unknown): Fields[] {
  if (Array.isArray(data)) return data.map(fieldsOf);
  throw unreadable();
}

/** Where the next page begins; null after the last. */
export function nextOf(connection: unknown): string | null {
  const { hasNextPage, endCursor } = fieldsOf(fieldsOf(connection).pageInfo);
  return hasNextPage === true && typeof endCursor === "string" ? endCursor : null;
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw unreadable();
}

/** "" for null. */
export const textOrNothing = (fields: Fields, name: string) =>
  fields[name] === null || fields[name] === undefined ? "" : text(fields, name);

export function number(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw unreadable();
}

/** The answer to a write that can't be read says nothing about whether it happened. */
export const unreadable = () =>
  new TrackerError(
    "unknown",
    "unreachable",
    "Linear's answer could not be read; something in between may have changed it.",
  );
