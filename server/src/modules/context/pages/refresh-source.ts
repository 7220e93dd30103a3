import { refreshPlanSource, refreshProjectSource, refreshSource } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { type ActionRequest, action, disclosesNothing } from "../../../dispatch/handlers.ts";
import { requireRevision } from "../../../revisions/revisions.ts";
import type { Context } from "../../context.ts";
import { editableSource, type SourcePath } from "../access.ts";
import type { SourceRow } from "../store.ts";
import { chunksOf } from "../texts.ts";
import { addressOf } from "./address-of.ts";
import { type FetchedPage, fetchPage } from "./fetch-page.ts";
import { answerOf, replay } from "./page-reply.ts";
import { keepPage, showPage } from "./show-page.ts";
import { stageText } from "./stage-text.ts";
import { isStored } from "./stored-texts.ts";

interface Input {
  params: SourcePath;
  ifMatch?: readonly number[] | "*" | undefined;
}

/** Rereads a page; unchanged or unreadable ones stay as they are. */
async function refresh(
  context: Context,
  actor: Actor,
  { params, ifMatch }: Input,
  { signal }: ActionRequest,
) {
  const { source } = await editableSource(context.db, actor, params);
  const url = addressOf(source);
  requireRevision(source.revision, ifMatch);
  // An incompletely stored text must be fetched unconditionally.
  const etag = source.text_revision === 0 ? null : source.page_etag;
  const page = await fetchPage(context, { workspaceId: actor.workspaceId, url, etag, isNew: false, signal });
  if (page !== null) await store(context, actor, { params, ifMatch }, source, page);
  return { body: await answerOf(context.db, actor, params) };
}

async function store(
  context: Context,
  actor: Actor,
  { params: path, ifMatch }: Input,
  source: SourceRow,
  page: FetchedPage,
): Promise<void> {
  const { text, title: _, ...facts } = page;
  const { db, writer, config } = context;
  const { workspace_id: workspaceId, id: sourceId, text_revision: textRevision } = source;
  const key = { workspaceId, sourceId, revision: textRevision };
  const isAsWhole = source.degraded === (facts.problem === null ? 0 : 1);
  if (textRevision !== 0 && isAsWhole && (await isStored(db, key, text))) {
    if (facts.etag === source.page_etag) return;
    await writer.run(keepPage, { workspaceId, sourceId, textRevision, etag: facts.etag });
    return;
  }
  const staged = await stageText(context, { ...key, revision: null }, chunksOf(key, text));
  await writer.run(showPage, { actor, path, ifMatch, ...staged, facts, quota: config.workspaceBytes });
}

const options = { discloses: disclosesNothing, replay };

export const refreshSources = [
  action(refreshSource, refresh, options),
  action(refreshProjectSource, refresh, options),
  action(refreshPlanSource, refresh, options),
];
