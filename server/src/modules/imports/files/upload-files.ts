import { type Input, uploadImportFiles } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { disclosesNothing, post } from "../../../dispatch/handlers.ts";
import { now } from "../../../ids.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import { insertInto } from "../../../storage/statement.ts";
import { readableProject, requireMember } from "../../projects/access.ts";

type Params = Input<typeof uploadImportFiles>["params"];

/** Longer than an unreferenced file is kept. */
const keptHours = 2;

const insertUploads = insertInto("import_uploads", "skip");

/** Notes who uploaded the files, who alone may name them in an import. */
async function upload(tx: Tx, actor: Actor, { params, body }: Input<typeof uploadImportFiles>) {
  await requireImporter(tx, actor, params);
  const { workspaceId: workspace_id, userId: user_id } = actor;
  await tx
    .deleteFrom("import_uploads")
    .where("workspace_id", "=", workspace_id)
    .where("user_id", "=", user_id)
    .where("created_at", "<", new Date(Date.now() - keptHours * 3_600_000).toISOString())
    .execute();
  const fileIds = [...new Set(body.file.map(({ fileId }) => fileId))];
  await insertUploads(
    tx,
    fileIds.map((uploaded_id) => ({ workspace_id, user_id, uploaded_id, created_at: now() })),
  );
  return { files: body.file.map(({ name: path, fileId, bytes }) => ({ path, fileId, bytes })) };
}

async function requireImporter(db: Db, actor: Actor, { projectSlug }: Params): Promise<void> {
  await readableProject(db, actor, projectSlug);
  requireMember(actor);
}

export const importFilesUpload = post(uploadImportFiles, disclosesNothing, upload, {
  before: requireImporter,
});
