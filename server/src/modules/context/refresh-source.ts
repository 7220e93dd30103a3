import { refreshPlanSource, refreshProjectSource, refreshSource } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { type ActionRequest, action, showsNothing } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { editableSource, type SourcePath } from "./access.ts";
import { fetchPage, type Page } from "./fetch-page.ts";
import { keepPage, showPage, stagePieces } from "./page-commands.ts";
import { answerOf, replay } from "./page-reply.ts";
import type { SourceRow } from "./store.ts";
import { batchesOf, isStored } from "./texts.ts";

/** Reads a page again. Where it has not changed, or can't be read, the source stays as it is. */
async function refresh(
  context: Context,
  actor: Actor,
  { params }: { params: SourcePath },
  { signal }: ActionRequest,
) {
  const { source } = await editableSource(context.db, actor, params);
  if (source.url === null)
    throw new ApiError(
      "not_a_url",
      "The source has no address to read it from again. Change its text, or upload its file again.",
    );
  // A text that was never stored whole has to come whole.
  const etag = source.text_revision === 0 ? null : source.page_etag;
  const page = await fetchPage(context, { url: source.url, etag, isNew: false, signal });
  if (page !== null) await store(context, actor, params, source, page);
  return { body: await answerOf(context.db, actor, params) };
}

async function store(
  { db, writer }: Context,
  actor: Actor,
  path: SourcePath,
  source: SourceRow,
  page: Page,
): Promise<void> {
  const { text, title: _, ...facts } = page;
  const { workspace_id: workspaceId, id: sourceId, text_revision: shown } = source;
  const of = { workspaceId, sourceId, revision: shown };
  if (shown !== 0 && (await isStored(db, of, text))) {
    if (facts.etag === source.page_etag) return;
    await writer.run(keepPage, { workspaceId, sourceId, textRevision: shown, etag: facts.etag });
    return;
  }
  let revision: number | null = null;
  let textChars = 0;
  for (const pieces of batchesOf(of, text)) {
    revision = await writer.run(stagePieces, { workspaceId, sourceId, revision, pieces });
    textChars = pieces.at(-1)?.end_char ?? 0;
  }
  if (revision === null) return;
  await writer.run(showPage, { actor, path, textRevision: revision, textChars, facts });
}

const options = { shows: showsNothing, replay };

export const refreshSources = [
  action(refreshSource, refresh, options),
  action(refreshProjectSource, refresh, options),
  action(refreshPlanSource, refresh, options),
];
