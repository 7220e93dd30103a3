import { type Fields, readerOf } from "../answer-reader.ts";

export { type Fields, isFields, objectIn, partOf } from "../answer-reader.ts";
export const { unreadable, fieldsOf, listOf, text } = readerOf("Linear");

export function nodesOf(connection: unknown): Fields[] {
  return listOf(fieldsOf(connection).nodes);
}

export function nextOf(connection: unknown): string | null {
  const { hasNextPage, endCursor } = fieldsOf(fieldsOf(connection).pageInfo);
  return hasNextPage === true && typeof endCursor === "string" ? endCursor : null;
}

/** Returns "" for null. */
export const textOrNothing = (fields: Fields, name: string) =>
  fields[name] === null || fields[name] === undefined ? "" : text(fields, name);

export function number(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw unreadable();
}
