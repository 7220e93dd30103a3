import {
  type ContextSource,
  uploadPlanSources,
  uploadProjectSources,
  uploadSources,
} from "@groundplan/contract";
import type { z } from "zod";
import type { Actor } from "../../../actor.ts";
import { moveAnchors } from "../../../anchors/move-anchors.ts";
import { disclosesNothing, post } from "../../../dispatch/handlers.ts";
import { ApiError } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { requireFiles } from "../../../files/require-files.ts";
import { now } from "../../../ids.ts";
import { recordRevision } from "../../../revisions/revisions.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { editableScope } from "../access.ts";
import { aboutSource } from "../events.ts";
import { indexSource } from "../index-source.ts";
import { enqueueEnrichment, insertSource } from "../insert-source.ts";
import { presentSource } from "../present.ts";
import type { ScopePath, SourceScope } from "../source-scope.ts";
import { hasTitle, type ListedSource, sourceOfTitle, updateRow } from "../store.ts";
import { freeTitle } from "./free-title.ts";

type Body = z.output<NonNullable<(typeof uploadSources)["body"]>>;
type File = Body["file"][number];

/** Adds files, all or nothing. Jobs read their texts later. */
async function upload(tx: Tx, actor: Actor, { params, body }: { params: ScopePath; body: Body }) {
  const scope = await editableScope(tx, actor, params);
  const fileIds = body.file.map(({ fileId }) => fileId);
  await requireFiles(tx, scope.workspaceId, fileIds);
  const sources: ContextSource[] = [];
  const conflicts: { path: string; message: string }[] = [];
  for (const [index, file] of body.file.entries()) {
    const source = await keep(tx, actor, scope, file, body);
    if (source) sources.push(source);
    else conflicts.push({ path: `/file/${index}`, message: `"${file.name}" is in use in this folder` });
  }
  if (conflicts.length > 0) throw titlesTaken(conflicts);
  return { sources };
}

const titlesTaken = (conflicts: readonly { path: string; message: string }[]) =>
  new ApiError(
    "title_taken",
    "The folder has sources with the names of these files already, so none was added. Rename the files, choose another folder, or say with `onConflict` what to do.",
    conflicts.slice(0, 50),
  );

/** Returns a file's source; null if its title is taken and that is an error. */
async function keep(
  tx: Tx,
  actor: Actor,
  scope: SourceScope,
  file: File,
  { folderPath = "", onConflict }: Body,
): Promise<ContextSource | null> {
  const known = await sourceOfTitle(tx, scope, folderPath, file.name);
  if (!known) return presentSource(await insert(tx, actor, scope, { file, title: file.name, folderPath }));
  if (onConflict === "error") return null;
  if (onConflict === "skip") return { ...presentSource(known), skipped: true };
  if (onConflict === "replace")
    return { ...presentSource(await replace(tx, actor, known, file)), replaced: true };
  const folder = { workspace_id: scope.workspaceId, place_id: scope.id, folder_path: folderPath };
  const title = await freeTitle(file.name, (wanted) => hasTitle(tx, { ...folder, title: wanted }));
  return { ...presentSource(await insert(tx, actor, scope, { file, title, folderPath })), keptBothAs: title };
}

async function insert(
  tx: Tx,
  actor: Actor,
  scope: SourceScope,
  { file, title, folderPath }: { file: File; title: string; folderPath: string },
) {
  const source = await insertSource(tx, actor, scope, {
    kind: "file",
    source_kind: "UPLOADED",
    title,
    folder_path: folderPath,
    ...columnsOf(file),
  });
  await recordRevision(tx, actor, { subjectId: source.id, revision: source.revision, title, text: "" });
  await indexSource(tx, source.workspace_id, source.id);
  return source;
}

/** Replaces a source's file. The old text is shown until the new one was read. */
async function replace(tx: Tx, actor: Actor, source: ListedSource, file: File): Promise<ListedSource> {
  const change = {
    ...columnsOf(file),
    source_kind: "UPLOADED",
    url: null,
    page_etag: null,
    picture_count: null,
    degraded: 0,
    enrichment: "pending",
    enrichment_reason: "",
    // A page's text may have a higher number, and the file's must be newer.
    revision: Math.max(source.revision, source.text_revision) + 1,
    updated_at: now(),
  } as const;
  await updateRow(tx, source, change);
  const { title } = source;
  await recordRevision(tx, actor, { subjectId: source.id, revision: change.revision, title, text: "" });
  const rewrite = { before: "", after: "", revision: change.revision };
  await moveAnchors(tx, actor, source.id, rewrite);
  await enqueueEnrichment(tx, source);
  await appendEvents(tx, actor, [
    { type: "context_source.updated", ...aboutSource(source), data: { changed: ["file"] } },
  ]);
  return { ...source, ...change };
}

const columnsOf = ({ fileId, mediaType, bytes }: File) => ({
  file_id: fileId,
  media_type: mediaType,
  size_bytes: bytes,
});

/** Refuses before storing any byte. */
const before = { before: editableScope };

export const uploads = [
  post(uploadSources, disclosesNothing, upload, before),
  post(uploadProjectSources, disclosesNothing, upload, before),
  post(uploadPlanSources, disclosesNothing, upload, before),
];
