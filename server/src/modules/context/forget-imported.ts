import type { Tx } from "../../storage/dialect.ts";
import type { SourceRow } from "./store.ts";

/**
 * Clears a deleted source's imported state. The row stays as a tombstone, which keeps later imports from
 * recreating it.
 */
export async function forgetImported(tx: Tx, source: Pick<SourceRow, "workspace_id" | "id">): Promise<void> {
  await tx
    .updateTable("imported_sources")
    .set({ title: null, text: null, text_hash: null })
    .where("workspace_id", "=", source.workspace_id)
    .where("source_id", "=", source.id)
    .execute();
}
