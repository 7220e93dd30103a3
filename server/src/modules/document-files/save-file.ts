import type { DocumentFile } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { appendEvents } from "../../events/append.ts";
import { requireFiles } from "../../files/require-files.ts";
import { newId, now } from "../../ids.ts";
import type { Picture } from "../../pictures/read-picture.ts";
import type { Tx } from "../../storage/dialect.ts";
import {
  type Discussion,
  documentFor,
  type FoundDocument,
  requireMaintain,
  requireSuggest,
} from "../documents/access.ts";
import { aboutDocument } from "../documents/discussion.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { type DocumentFileRow, presentFile } from "./present.ts";

interface Save {
  actor: Actor;
  params: { documentId: string };
  query: Discussion;
  name: string;
  picture: Omit<Picture, "body"> & { fileId: string; bytes: number };
}

/** Throws unless the actor can change the text or suggest changes. */
export const requireWriter = (document: FoundDocument): FoundDocument =>
  document.isMaintainer && !document.isReadOnly ? requireMaintain(document) : requireSuggest(document);

/** Adds a stored picture to a document. */
export const saveFile = command(
  "documentFiles.save",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, params, query, name, picture }: Save): Promise<{ file: DocumentFile }> => {
    const actor = await reloadActor(tx, before);
    const document = requireWriter(await documentFor(tx, actor, params.documentId, query));
    await requireFiles(tx, actor.workspaceId, [picture.fileId]);
    const row: DocumentFileRow = {
      workspace_id: actor.workspaceId,
      id: newId(),
      document_id: document.id,
      discussion_plan_id: document.discussionPlanId,
      file_id: picture.fileId,
      name,
      media_type: picture.type,
      bytes: picture.bytes,
      width: picture.width,
      height: picture.height,
      created_at: now(),
      unshown_since: null,
      removed_at: null,
    };
    await tx.insertInto("document_files").values(row).execute();
    const data = { documentId: document.id, documentKind: document.kind, fileId: row.id, name };
    await appendEvents(tx, actor, [
      { type: "document.file_added", ...aboutDocument(document, row.id), data },
    ]);
    return { file: presentFile(row) };
  },
);
