import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { enqueueUnlessWaiting } from "../../jobs/queue.ts";
import type { Tx } from "../../storage/dialect.ts";
import { aboutSource } from "./events.ts";
import type { OwnScope } from "./source-scope.ts";
import { hasTitle, type ListedSource, type SourceRow } from "./store.ts";

/** Columns specific to a new source. */
export type NewSource = Pick<SourceRow, "kind" | "source_kind" | "title" | "folder_path"> &
  Partial<SourceRow>;

/**
 * Adds a source with its event and reading job; plans use it initially. Throws 409 for a duplicate title in
 * the folder.
 */
export async function insertSource(
  tx: Tx,
  actor: Actor,
  scope: OwnScope,
  source: NewSource,
): Promise<ListedSource> {
  const timestamp = now();
  const row: SourceRow = {
    workspace_id: scope.workspaceId,
    id: newId(),
    scope: scope.scope,
    place_id: scope.id,
    project_id: scope.projectId,
    plan_id: scope.plan?.id ?? null,
    description: null,
    own_description: 0,
    token_count: 0,
    text_chars: 0,
    text_revision: 0,
    revision: 1,
    url: null,
    page_etag: null,
    file_id: null,
    media_type: null,
    size_bytes: null,
    picture_count: null,
    degraded: 0,
    enrichment: "pending",
    enrichment_reason: "",
    added_by: actor.userId,
    created_at: timestamp,
    updated_at: timestamp,
    ...source,
  };
  if (await hasTitle(tx, row)) throw titleTaken(row);
  await tx.insertInto("context_sources").values(row).execute();
  await appendEvents(tx, actor, [
    { type: "context_source.created", ...aboutSource(row), data: { scope: row.scope } },
  ]);
  await enqueueEnrichment(tx, row);
  return { ...row, active: scope.plan ? 1 : null };
}

/** Enqueues reading a source's text, tokens and description. */
export async function enqueueEnrichment(
  tx: Tx,
  { workspace_id: workspaceId, id: sourceId }: Pick<SourceRow, "workspace_id" | "id">,
): Promise<void> {
  const payload = { workspaceId, sourceId };
  const dedupeKey = `context.enrich ${sourceId}`;
  await enqueueUnlessWaiting(tx, { kind: "context.enrich", workspaceId, payload, dedupeKey });
}

export const titleTaken = ({ title, folder_path: folder }: Pick<SourceRow, "title" | "folder_path">) =>
  new ApiError(
    "title_taken",
    folder === ""
      ? `The root has a source "${title}" already. Choose another title, or another folder.`
      : `The folder "${folder}" has a source "${title}" already. Choose another title, or another folder.`,
    [{ path: "/title", message: "is in use in this folder" }],
  );
