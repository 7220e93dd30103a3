import { type Fields, readerOf } from "../read.ts";

export { type Fields, isFields } from "../read.ts";
export const { unreadable, fieldsOf, listOf, text } = readerOf("Linear");

/** What is in a connection's page. */
export function nodesOf(connection: unknown): Fields[] {
  return listOf(fieldsOf(connection).nodes);
}

/** Where the next page begins; null after the last. */
export function nextOf(connection: unknown): string | null {
  const { hasNextPage, endCursor } = fieldsOf(fieldsOf(connection).pageInfo);
  return hasNextPage === true && typeof endCursor === "string" ? endCursor : null;
}

/** "" for null. */
export const textOrNothing = (fields: Fields, name: string) =>
  fields[name] === null || fields[name] === undefined ? "" : text(fields, name);

export function number(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw unreadable();
}
