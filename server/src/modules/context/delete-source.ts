import { deletePlanSource, deleteProjectSource, deleteSource } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { requireRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { editableSource, type SourcePath } from "./access.ts";
import { aboutSource } from "./events.ts";
import { deleteWithVersions, type SourceRow } from "./store.ts";

/** Deletes a source with texts, versions and switches; an unreferenced file is swept. */
async function remove(
  tx: Tx,
  actor: Actor,
  { params, ifMatch }: { params: SourcePath; ifMatch?: readonly number[] | "*" },
) {
  const { source } = await editableSource(tx, actor, params);
  requireRevision(source.revision, ifMatch);
  await deleteWithVersions(tx, source);
  await forgetImported(tx, source);
  await appendEvents(tx, actor, [{ type: "context_source.deleted", ...aboutSource(source), data: {} }]);
  return { deleted: true as const };
}

export const deleteSources = [
  write(deleteSource, remove),
  write(deleteProjectSource, remove),
  write(deletePlanSource, remove),
];

/**
 * Clears a deleted source's imported state. The row stays as a tombstone, which keeps later imports from
 * recreating it.
 */
async function forgetImported(tx: Tx, source: Pick<SourceRow, "workspace_id" | "id">): Promise<void> {
  await tx
    .updateTable("imported_sources")
    .set({ title: null, text: null, text_hash: null })
    .where("workspace_id", "=", source.workspace_id)
    .where("source_id", "=", source.id)
    .execute();
}
