import { type DocumentRevision, listDocumentRevisions } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { latest } from "../../revisions/versions.ts";
import type { Db } from "../../storage/dialect.ts";
import { numberOf, pageOf } from "../paging.ts";
import { documentFor } from "./access.ts";

/** Lists the revisions of a document's text, newest first. A text that nobody has written has none. */
export const documentRevisions = read(listDocumentRevisions, async (db, actor, { params, query }) => {
  const { workspaceId, subjectId } = await documentFor(db, actor, params.documentId, query);
  if (subjectId === null) return { revisions: [] };
  const { rows, ...next } = await pageOf(
    `${listDocumentRevisions.id} ${subjectId}`,
    query,
    ([before = latest], limit) => revisionsBefore(db, workspaceId, subjectId, numberOf(before), limit),
    (row) => [row.seq],
  );
  return { revisions: rows.map(present), ...next };
});

type Row = Awaited<ReturnType<typeof revisionsBefore>>[number];

/** Reads revisions with the names that their authors have now. */
const revisionsBefore = (db: Db, workspaceId: string, subjectId: string, before: number, limit: number) =>
  db
    .selectFrom("revisions")
    .leftJoin("users", "users.id", "revisions.actor_user_id")
    .leftJoin("users as suggester", "suggester.id", "revisions.suggested_by")
    .select(["revisions.seq", "revisions.version", "revisions.op", "revisions.characters"])
    .select(["revisions.message", "revisions.created_at", "users.id as user_id", "users.name"])
    .select(["revisions.suggested_by", "suggester.name as suggester_name"])
    .where("revisions.workspace_id", "=", workspaceId)
    .where("revisions.subject_id", "=", subjectId)
    .where("revisions.seq", "<", before)
    .orderBy("revisions.seq", "desc")
    .limit(limit)
    .execute();

const present = (row: Row): DocumentRevision => ({
  revision: String(row.seq),
  version: row.version,
  op: row.op,
  message: row.message,
  author: row.user_id === null || row.name === null ? null : { userId: row.user_id, name: row.name },
  credential: null,
  ...(row.suggested_by === null
    ? {}
    : {
        suggestedBy:
          row.suggester_name === null ? null : { userId: row.suggested_by, name: row.suggester_name },
      }),
  characters: row.characters,
  createdAt: row.created_at,
});
