import { deletePlanSource, deleteProjectSource, deleteSource } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { requireRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { editableSource, type SourcePath } from "./access.ts";
import { aboutSource } from "./events.ts";
import { forgetImported } from "./forget-imported.ts";
import { deleteWithVersions } from "./store.ts";

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
