import { characters, type updateSource } from "@groundplan/contract";
import type { z } from "zod";
import type { Actor } from "../../actor.ts";
import { moveAnchors } from "../../anchors/move-anchors.ts";
import { invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { mergeOnto, recordRevision, recordTitle } from "../../revisions/revisions.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { aboutSource } from "./events.ts";
import { indexSource, indexTitle } from "./index-source.ts";
import { enqueueEnrichment, titleTaken } from "./insert-source.ts";
import { hasTitle, type SourceRow, updateRow } from "./store.ts";
import { chunksOf, forgetOtherTexts, insertChunks, readText } from "./texts.ts";

type Body = z.output<NonNullable<(typeof updateSource)["body"]>>;

/** Bytes of a mergeable text; longer concurrent changes conflict. */
export const mostMerged = 1024 * 1024;

/** Why a kind of source can't be edited by hand. */
const comesFrom: Readonly<Record<string, string>> = {
  URL: "is the page's: refresh the source to read it again",
  UPLOADED: "is the file's: upload it again with `onConflict` `replace`",
};

/** Columns set directly, by API name. */
const columns = {
  title: "title",
  kind: "kind",
  folderPath: "folder_path",
  description: "description",
} as const;

/** Changes a source and returns it. Throws 409 for a duplicate title in the folder. */
export async function changeSource<Row extends SourceRow>(
  tx: Tx,
  actor: Actor,
  source: Row,
  body: Body,
): Promise<Row> {
  const elsewhere = comesFrom[source.source_kind];
  if (body.text !== undefined && elsewhere) throw invalid("/text", elsewhere);
  const { title, text, before } = await textOf(tx, actor, source, body);
  const { kind = source.kind, folderPath = source.folder_path, description = source.description } = body;
  const own = { title, kind, folder_path: folderPath, description };
  const changed: string[] = Object.entries(columns)
    .filter(([, column]) => own[column] !== source[column])
    .map(([name]) => name);
  if (text !== null) changed.push("text");
  // Confirming a description makes it the user's own.
  const own_description = body.description === undefined ? source.own_description : isOwn(body.description);
  if (changed.length === 0 && own_description === source.own_description) return source;

  const revision = source.revision + (text !== null || title !== source.title ? 1 : 0);
  const isReadAgain = text !== null || (description === null && source.description !== null);
  const change: Partial<SourceRow> = {
    ...own,
    own_description,
    revision,
    ...(text === null ? {} : { text_chars: characters(text), text_revision: revision }),
    ...(isReadAgain ? pendingOf(source) : {}),
    ...(changed.length > 0 ? { updated_at: now() } : {}),
  };
  const after: Row = { ...source, ...change };
  if (await hasTitle(tx, after)) throw titleTaken(after);
  await updateRow(tx, source, change);
  if (text !== null) await replaceText(tx, source, revision, text);
  if (revision !== source.revision) {
    const version = { subjectId: source.id, revision, title };
    if (text !== null || elsewhere) await recordRevision(tx, actor, { ...version, text: text ?? "" });
    else await recordTitle(tx, actor, version, held(source));
    await (text === null ? indexTitle(tx, after) : indexSource(tx, source.workspace_id, source.id));
  }
  if (isReadAgain) await enqueueEnrichment(tx, source);
  if (changed.length > 0)
    await appendEvents(tx, actor, [
      { type: "context_source.updated", ...aboutSource(source), data: { changed } },
    ]);
  if (revision !== source.revision) {
    const rewrite = { before, after: text ?? before, revision };
    await moveAnchors(tx, actor, source.id, rewrite);
  }
  return after;
}

/** Identifies the version of a pasted text. */
const held = ({ text_revision, text_chars }: SourceRow) => ({
  version: text_revision,
  characters: text_chars,
});

const isOwn = (description: string | null) => (description === null ? 0 : 1);

/** Incompleteness is known from extraction, so its reason stays. */
const pendingOf = ({ degraded, enrichment_reason }: SourceRow) =>
  ({ enrichment: "pending", enrichment_reason: degraded === 1 ? enrichment_reason : "" }) as const;

async function replaceText(tx: Tx, source: SourceRow, revision: number, text: string): Promise<void> {
  const of = { workspaceId: source.workspace_id, sourceId: source.id, revision };
  await insertChunks(tx, [...chunksOf(of, text)]);
  await forgetOtherTexts(tx, of, source.text_revision);
}

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

/**
 * Returns title and text after merging; null for the same text. Reads the previous text only if necessary.
 */
async function textOf(
  tx: Tx,
  actor: Actor,
  source: SourceRow,
  { title, text: wanted, baseRevision }: Body,
): Promise<{ title: string; text: string | null; before: string }> {
  if (wanted === undefined && baseRevision === undefined)
    return { title: title ?? source.title, text: null, before: "" };
  const current = { title: source.title, text: wanted === undefined ? "" : await wholeText(tx, source) };
  const change = {
    ...(title === undefined ? {} : { title }),
    ...(wanted === undefined ? {} : { text: wanted }),
  };
  const merged = await mergeOnto(tx, actor.workspaceId, {
    subject: source,
    current,
    change,
    baseRevision,
    most: mostMerged,
  });
  const text = merged.text === current.text ? null : merged.text;
  return { title: merged.title, text, before: current.text };
}
