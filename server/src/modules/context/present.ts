import type { ContextSource, ContextSourceDetail } from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";
import type { ListedSource, ShownSource, SourceRow } from "./store.ts";
import { readText } from "./texts.ts";

/** Characters of a text per read (contract section 8). */
export const mostCharacters = 1_000_000;

/** Returns a source's form in lists; `active` only at a plan's path. */
export function presentSource(row: ShownSource & { active?: ListedSource["active"] }): ContextSource {
  return {
    id: row.id,
    scope: row.scope,
    kind: row.kind,
    sourceKind: row.source_kind,
    title: row.title,
    description: row.description,
    tokenCount: row.token_count,
    folderPath: row.folder_path,
    hasFile: row.file_id !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    degraded: row.degraded === 1,
    ...(row.picture_count === null ? {} : { pictureCount: row.picture_count }),
    ...(row.size_bytes === null ? {} : { sizeBytes: row.size_bytes }),
    enrichment: { status: row.enrichment, reason: row.enrichment_reason },
    ...(typeof row.active === "number" ? { active: row.active === 1 } : {}),
  };
}

/** A single read's form without text. */
export type WithoutText = Omit<ContextSourceDetail, "text">;

export const presentWithoutText = (row: SourceRow & { active?: ListedSource["active"] }): WithoutText => ({
  ...presentSource(row),
  textChars: row.text_chars,
  url: row.url,
  revision: row.revision,
});

/** Returns a single read's form with text from `offset`. */
export async function presentWithText(
  db: Db,
  row: SourceRow & { active?: ListedSource["active"] },
  offset = 0,
): Promise<ContextSourceDetail> {
  return { ...presentWithoutText(row), text: await textOfSource(db, row, offset) };
}

/** Returns a source's text; null before the first extraction. */
export async function textOfSource(db: Db, row: SourceRow, offset = 0): Promise<string | null> {
  if (row.text_revision === 0) return null;
  // May exceed PostgreSQL's integer range.
  if (offset >= row.text_chars) return "";
  const of = { workspaceId: row.workspace_id, sourceId: row.id, revision: row.text_revision };
  return readText(db, of, offset, mostCharacters);
}
