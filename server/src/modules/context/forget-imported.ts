import type { Tx } from "../../storage/dialect.ts";
import type { SourceRow } from "./store.ts";

/**
 * Clears what an import brought of a source that is being deleted. The row stays as a mark, by which the next import
 * leaves the source out.
 */
export async function forgetImported(tx: Tx, source: Pick<SourceRow, "workspace_id" | "id">): Promise<void> {
  await tx
    .updateTable("imported_sources")
    .set({ title: null, text: null, text_hash: null })
    .where("workspace_id", "=", source.workspace_id)
    .where("source_id", "=", source.id)
    .execute();
}
