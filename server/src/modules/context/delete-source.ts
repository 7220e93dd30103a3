import { deletePlanSource, deleteProjectSource, deleteSource } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { forgetDocuments } from "../../full-text/index-document.ts";
import { forgetRevisions, requireRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { editableSource, type SourcePath } from "./access.ts";
import { aboutSource } from "./events.ts";
import { forgetImported } from "./forget-imported.ts";
import { deleteRow } from "./store.ts";

/** Deletes a source for good, with its texts, versions and switches; its file goes once nothing names it. */
async function remove(
  tx: Tx,
  actor: Actor,
  { params, ifMatch }: { params: SourcePath; ifMatch?: readonly number[] | "*" },
) {
  const { source } = await editableSource(tx, actor, params);
  requireRevision(source.revision, ifMatch);
  await forgetRevisions(tx, source.workspace_id, sql`(select ${source.id})`);
  await forgetDocuments(tx, source.workspace_id, "source", sql`(select ${source.id})`);
  await deleteRow(tx, source);
  await forgetImported(tx, source);
  await appendEvents(tx, actor, [{ type: "context_source.deleted", ...aboutSource(source), data: {} }]);
  return { deleted: true as const };
}

export const deleteSources = [
  write(deleteSource, remove),
  write(deleteProjectSource, remove),
  write(deletePlanSource, remove),
];
