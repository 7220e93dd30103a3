import { characters, updatePlanSource, updateProjectSource, updateSource } from "@groundplan/contract";
import type { z } from "zod";
import type { Actor } from "../../actor.ts";
import { write } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { mergeOnto, recordRevision, requireRevision } from "../../revisions/revisions.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { editableSource, type SourcePath } from "./access.ts";
import { completeSource } from "./create-source.ts";
import { aboutSource } from "./events.ts";
import { indexSource } from "./index-source.ts";
import { enqueueEnrichment, titleTaken } from "./insert-source.ts";
import { presentWithoutText, type WithoutText } from "./present.ts";
import { hasTitle, type SourceRow, updateRow } from "./store.ts";
import { forgetTextsBefore, insertPieces, piecesOf, readText } from "./texts.ts";

type Body = z.output<NonNullable<(typeof updateSource)["body"]>>;
interface Input {
  params: SourcePath;
  body: Body;
  ifMatch?: readonly number[] | "*";
}

/** The largest text that is merged, in bytes: a longer one that somebody else changed, too, is a conflict. */
export const mostMerged = 1024 * 1024;

async function update(
  tx: Tx,
  actor: Actor,
  { params, body, ifMatch }: Input,
): Promise<{ source: WithoutText }> {
  const { source } = await editableSource(tx, actor, params);
  requireRevision(source.revision, ifMatch);
  return changeSource(tx, actor, source, body);
}

/** Changes a source that the actor may change. Throws 409 where the folder has the title already. */
export async function changeSource(
  tx: Tx,
  actor: Actor,
  source: SourceRow,
  body: Body,
): Promise<{ source: WithoutText }> {
  const isText = source.source_kind === "PASTED" || source.source_kind === "RESEARCH";
  if (body.text !== undefined && !isText)
    throw invalid("/text", comesFrom[source.source_kind === "URL" ? "URL" : "file"]);

  const { title, text } = await textOf(tx, actor, source, body);
  const textChanged = text !== null;
  const revision = source.revision + (textChanged || title !== source.title ? 1 : 0);
  const described = body.description !== undefined;
  const own: Partial<SourceRow> = {
    ...(title === source.title ? {} : { title }),
    ...(body.kind === undefined || body.kind === source.kind ? {} : { kind: body.kind }),
    ...(body.folderPath === undefined || body.folderPath === source.folder_path
      ? {}
      : { folder_path: body.folderPath }),
    ...(described && body.description !== source.description
      ? { description: body.description ?? null }
      : {}),
  };
  const changed = [
    ...Object.keys(own).map((key) => (key === "folder_path" ? "folderPath" : key)),
    ...(textChanged ? ["text"] : []),
  ];
  const isReadAgain = textChanged || (described && body.description === null && source.description !== null);
  const change: Partial<SourceRow> = {
    ...own,
    ...(described ? { own_description: body.description === null ? 0 : 1 } : {}),
    ...(textChanged ? { text_chars: characters(text), text_revision: revision } : {}),
    ...(isReadAgain
      ? {
          enrichment: "pending",
          enrichment_reason: source.degraded === 1 ? source.enrichment_reason : "",
        }
      : {}),
    revision,
    updated_at: now(),
  };
  const after: SourceRow = { ...source, ...change };
  if (changed.length === 0) return { source: presentWithoutText(source) };
  if (await hasTitle(tx, after)) throw titleTaken(after);
  await updateRow(tx, source, change);
  if (textChanged) {
    const of = { workspaceId: source.workspace_id, sourceId: source.id, revision };
    await insertPieces(tx, piecesOf(of, text));
    await forgetTextsBefore(tx, { ...of, revision: source.text_revision });
  }
  if (revision !== source.revision) {
    const kept = text ?? (isText ? await wholeText(tx, source) : "");
    await recordRevision(tx, actor, source.id, revision, { title, text: kept });
    await indexSource(tx, source.workspace_id, source.id);
  }
  if (isReadAgain) await enqueueEnrichment(tx, source);
  await appendEvents(tx, actor, [
    { type: "context_source.updated", ...aboutSource(source), data: { changed } },
  ]);
  return { source: presentWithoutText(after) };
}

const comesFrom = {
  URL: "is the page's: refresh the source to read it again",
  file: "is the file's: upload it again with `onConflict` `replace`",
} as const;

/** Reads the text of a source as a whole. */
export const wholeText = (
  db: Db,
  source: Pick<SourceRow, "workspace_id" | "id" | "text_revision" | "text_chars">,
): Promise<string> =>
  readText(
    db,
    { workspaceId: source.workspace_id, sourceId: source.id, revision: source.text_revision },
    0,
    source.text_chars,
  );

/** Returns the title and text after the change, merged where it says what it was made from; null for the same text. */
async function textOf(
  tx: Tx,
  actor: Actor,
  source: SourceRow,
  body: Body,
): Promise<{ title: string; text: string | null }> {
  const { title, text, baseRevision } = body;
  if (text === undefined && baseRevision === undefined) return { title: title ?? source.title, text: null };
  const current = { title: source.title, text: await wholeText(tx, source) };
  const change = { ...(title === undefined ? {} : { title }), ...(text === undefined ? {} : { text }) };
  const merged = await mergeOnto(tx, actor.workspaceId, source, current, change, baseRevision, mostMerged);
  return { title: merged.title, text: merged.text === current.text ? null : merged.text };
}

const complete = { complete: completeSource };
type Result = { source: WithoutText };

export const updateSources = [
  write<typeof updateSource, Result>(updateSource, update, complete),
  write<typeof updateProjectSource, Result>(updateProjectSource, update, complete),
  write<typeof updatePlanSource, Result>(updatePlanSource, update, complete),
];
