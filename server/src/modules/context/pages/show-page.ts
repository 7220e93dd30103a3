import type { Actor } from "../../../actor.ts";
import { seekAnchors } from "../../../anchors/move-anchors.ts";
import { command } from "../../../dispatch/commands.ts";
import type { ActionClaim } from "../../../dispatch/idempotency/commands.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { recordRevision, requireRevision } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { withinQuota } from "../../../storage/quota.ts";
import { reloadActor } from "../../identity/credential-kinds.ts";
import { editableSource, type SourcePath } from "../access.ts";
import { aboutSource } from "../events.ts";
import { indexSource } from "../index-source.ts";
import { enqueueEnrichment } from "../insert-source.ts";
import { sourceOfId, updateRow } from "../store.ts";
import { forgetOtherTexts } from "../texts.ts";
import { addressOf } from "./address-of.ts";
import { type PageFacts, rowOf } from "./page-facts.ts";
import { keepAdded } from "./page-reply.ts";
import { forgetText } from "./stored-texts.ts";

interface Show {
  actor: Actor;
  path: SourcePath;
  ifMatch?: readonly number[] | "*" | undefined;
  /** The revision of the written chunks. */
  textRevision: number;
  textChars: number;
  facts: PageFacts;
  /** The adding request. */
  claim?: ActionClaim | undefined;
  /** The workspace's quota in bytes; null for none. */
  quota: number | null;
}

/** Publishes a chunked text unless a later refresh overtook it. */
export const showPage = command(
  "context.showPage",
  ({ actor }: Show) => actor.workspaceId,
  (tx: Tx, page: Show): Promise<void> =>
    withinQuota(tx, page.actor.workspaceId, page.quota, () => show(tx, page)),
);

/** Checks everything again, since fetching takes long. */
async function show(
  tx: Tx,
  { actor: before, path, ifMatch, textRevision, textChars, facts, claim }: Show,
): Promise<void> {
  const actor = await reloadActor(tx, before);
  const { source } = await editableSource(tx, actor, path);
  requireRevision(source.revision, ifMatch);
  addressOf(source);
  const text = { workspaceId: source.workspace_id, sourceId: source.id, revision: textRevision };
  if (source.text_revision > textRevision) return forgetText(tx, text);
  const isFirst = source.text_revision === 0;
  const revision = isFirst ? source.revision : source.revision + 1;
  await updateRow(tx, source, {
    ...rowOf(facts),
    text_chars: textChars,
    text_revision: textRevision,
    revision,
    updated_at: now(),
  });
  await forgetOtherTexts(tx, text, source.text_revision);
  await indexSource(tx, source.workspace_id, source.id);
  await enqueueEnrichment(tx, source);
  if (isFirst) return keepAdded(tx, actor, path, claim);
  await recordRevision(tx, actor, { subjectId: source.id, revision, title: source.title, text: "" });
  await appendEvents(tx, actor, [
    { type: "context_source.updated", ...aboutSource(source), data: { changed: ["text"] } },
  ]);
  await seekAnchors(tx, actor, source.id);
}

interface Keep {
  workspaceId: string;
  sourceId: string;
  /** The page's current text revision. */
  textRevision: number;
  etag: string | null;
}

/** Stores the new `ETag` of an unchanged page. */
export const keepPage = command(
  "context.keepPage",
  ({ workspaceId }: Keep) => workspaceId,
  async (tx: Tx, { workspaceId, sourceId, textRevision, etag }: Keep): Promise<void> => {
    const source = await sourceOfId(tx, workspaceId, sourceId);
    if (source?.text_revision === textRevision) await updateRow(tx, source, { page_etag: etag });
  },
);
