import { textHash } from "../specs/derived-columns.ts";
import type { ImportedRow } from "./store.ts";

type Fields = Pick<ImportedRow, "title" | "content" | "status">;

/** The source of a plan or spec as last imported. */
export type Base = Fields & Pick<ImportedRow, "external_ref">;

/** The base of what was never imported. */
export const noBase: Fields = { title: null, content: null, status: null };

type Key = Omit<ImportedRow, keyof Fields | "text_hash">;

/** Returns the row of a base. */
export function rowOf(key: Key, { title, content, status }: Fields): ImportedRow {
  const text_hash = title === null || content === null ? null : textHash(title, content);
  return { ...key, title, content, status, text_hash };
}

/** Returns the row of a base that has changed; null for one that is as before. */
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
