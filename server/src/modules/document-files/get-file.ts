import { getFile, type RawFile } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { ApiError, foundAs, notFound } from "../../errors.ts";
import { readFile } from "../../files/read-file.ts";
import { documentFor } from "../documents/access.ts";

export const fileGet = read(getFile, async (db, actor, { params }): Promise<RawFile> => {
  const row = await db
    .selectFrom("document_files")
    .selectAll()
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", params.fileId)
    .executeTakeFirst();
  if (!row) throw notFound("file");
  const discussionPlanId = row.discussion_plan_id ?? undefined;
  await foundAs("file", () => documentFor(db, actor, row.document_id, { discussionPlanId }));
  if (row.file_id === null)
    throw new ApiError("not_found", `"${row.name}" was removed, since no text had shown it for 30 days.`, {
      name: row.name,
      removedAt: row.removed_at,
    });
  return {
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    isShown: true,
    content: readFile(db, row.workspace_id, row.file_id),
  };
});
