import { type DocumentRevision, listDocumentRevisions } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { listRevisions, type RevisionRow } from "../../revisions/revisions.ts";
import { latest, presentVersion } from "../../revisions/versions.ts";
import { numberOf, pageOf } from "../paging.ts";
import { documentFor } from "./access.ts";

/** Lists revisions, newest first; none for a text that nobody has written. */
export const documentRevisions = read(listDocumentRevisions, async (db, actor, { params, query }) => {
  const { workspaceId, subjectId } = await documentFor(db, actor, params.documentId, query);
  if (subjectId === null) return { revisions: [] };
  const { rows, ...next } = await pageOf(
    `${listDocumentRevisions.id} ${subjectId}`,
    query,
    ([before = latest], limit) => listRevisions(db, workspaceId, subjectId, numberOf(before), limit),
    (row) => [row.seq],
  );
  return { revisions: rows.map(present), ...next };
});

function present(row: RevisionRow): DocumentRevision {
  const { seq, actor: _, ...version } = presentVersion(row);
  return { revision: String(seq), ...version };
}
