import { textHash } from "../specs/derived-columns.ts";
import type { ImportedRow } from "./store.ts";

type Fields = Pick<ImportedRow, "title" | "content" | "status" | "effort">;
/** Merged once all specs of an import exist. */
type Links = Pick<ImportedRow, "needs" | "parent_ref">;

/** A plan's or spec's source as last imported. */
export type Base = Fields & Links & Pick<ImportedRow, "external_ref">;

/** For items that were never imported. */
export const noBase: Fields = { title: null, content: null, status: null, effort: null };

const noLinks: Links = { needs: null, parent_ref: null };

type Key = Omit<ImportedRow, keyof Fields | keyof Links | "text_hash">;

export function rowOf(
  key: Key,
  { title, content, status, effort }: Fields,
  { needs, parent_ref }: Links = noLinks,
): ImportedRow {
  const text_hash = title === null || content === null ? null : textHash(title, content);
  return { ...key, title, content, status, effort, text_hash, needs, parent_ref };
}

/** Returns a changed base's row; null if unchanged. */
export function baseRow(before: Base | null, key: Key, fields: Fields): ImportedRow | null {
  const same =
    before?.external_ref === key.external_ref &&
    before.title === fields.title &&
    before.content === fields.content &&
    before.status === fields.status &&
    before.effort === fields.effort;
  return same ? null : rowOf(key, fields, before ?? noLinks);
}
