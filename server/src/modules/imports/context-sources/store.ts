import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import { sortedBy } from "../../../storage/sorted-by.ts";
import { insertInto } from "../../../storage/statement.ts";
import type { Tables } from "../../../storage/tables.ts";

export type ImportedSourceRow = Tables["imported_sources"];

/** Returns the last imported sources of scopes by creation, without texts. */
export async function basesOfScopes(db: Db, workspaceId: string, scopeIds: readonly string[]) {
  if (scopeIds.length === 0) return [];
  const rows = await db
    .selectFrom("imported_sources")
    .select(["source_id", "place_id", "external_ref", "text_hash"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "place_id", scopeIds))
    .execute();
  return sortedBy(rows, "source_id");
}

export function baseTextOf(db: Db, workspaceId: string, sourceId: string) {
  return db
    .selectFrom("imported_sources")
    .select(["title", "text"])
    .where("workspace_id", "=", workspaceId)
    .where("source_id", "=", sourceId)
    .executeTakeFirstOrThrow();
}

/** Replaces the bases of these sources. */
export async function replaceImportedSources(
  tx: Tx,
  workspaceId: string,
  sourceIds: readonly string[],
  rows: readonly ImportedSourceRow[],
): Promise<void> {
  if (sourceIds.length > 0) {
    await tx
      .deleteFrom("imported_sources")
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "source_id", sourceIds))
      .execute();
  }
  await insertImportedSources(tx, rows);
}

const insertImportedSources = insertInto("imported_sources");
