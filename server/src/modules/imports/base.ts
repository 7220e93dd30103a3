import { textHash } from "../specs/derived-columns.ts";
import type { ImportedRow } from "./store.ts";

type Fields = Pick<ImportedRow, "title" | "content" | "status">;

/** A plan's or spec's source as last imported. */
export type Base = Fields & Pick<ImportedRow, "external_ref">;

/** For items that were never imported. */
export const noBase: Fields = { title: null, content: null, status: null };

type Key = Omit<ImportedRow, keyof Fields | "text_hash">;

export function rowOf(key: Key, { title, content, status }: Fields): ImportedRow {
  const text_hash = title === null || content === null ? null : textHash(title, content);
  return { ...key, title, content, status, text_hash };
}

/** Returns a changed base's row; null if unchanged. */
export function baseRow(
  before: Base | null,
  key: Key,
  { title, content, status }: Fields,
): ImportedRow | null {
  const same =
    before?.external_ref === key.external_ref &&
    before.title === title &&
    before.content === content &&
    before.status === status;
  return same ? null : rowOf(key, { title, content, status });
}
