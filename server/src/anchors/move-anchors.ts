import { newId } from "../ids.ts";
import { enqueueUnlessWaiting } from "../jobs/queue.ts";
import type { Tx } from "../storage/dialect.ts";
import { type AnchorRow, anchorsIn, documentsWithAnchors, updateAnchors } from "./anchor-rows.ts";
import { inTransaction } from "./changes.ts";
import type { Rewrite } from "./comparison.ts";
import { type Relocated, relocate } from "./relocate.ts";
import { brokenSuggestions, outdateSuggestions } from "./suggestions.ts";

/**
 * Moves the anchors of a document whose text was written, in the transaction of the write, and leaves to a job what takes
 * longer than others may wait. Without anchors it costs one look.
 */
export async function moveAnchors(
  tx: Tx,
  workspaceId: string,
  documentId: string,
  rewrite: Rewrite,
): Promise<void> {
  const rows = await anchorsIn(tx, { workspaceId, documentId });
  if (rows.length === 0) return;
  const relocated = relocate(rows.map(heldBy), rewrite, inTransaction());
  const after = rows.map((row, n) => afterWrite(row, relocated[n]));
  await keep(tx, { workspaceId, documentId }, rows, after);
}

/** A write of one document among many. */
export interface RewriteOf extends Rewrite {
  documentId: string;
}

/** Moves the anchors of many documents; those without anchors cost one look together. */
export async function moveAnchorsOfMany(
  tx: Tx,
  workspaceId: string,
  rewrites: readonly RewriteOf[],
): Promise<void> {
  const ids = rewrites.map(({ documentId }) => documentId);
  const anchored = await documentsWithAnchors(tx, workspaceId, ids);
  for (const { documentId, ...rewrite } of rewrites)
    if (anchored.has(documentId)) await moveAnchors(tx, workspaceId, documentId, rewrite);
}

/**
 * Marks the anchors of a document as orphans whose text was written anew without being at hand, and leaves finding them
 * to the job.
 */
export async function seekAnchors(tx: Tx, workspaceId: string, documentId: string): Promise<void> {
  const rows = await anchorsIn(tx, { workspaceId, documentId });
  const sought = ({ kind }: AnchorRow) => (kind === "thread" ? newId() : null);
  const after = rows.map((row) => ({ ...row, state: "orphaned" as const, sought: sought(row) }));
  await keep(tx, { workspaceId, documentId }, rows, after);
}

/** Returns the anchor of a row. */
export const heldBy = (row: AnchorRow) => ({
  ...{ exact: row.exact, prefix: row.prefix, suffix: row.suffix, start: row.start_at, end: row.end_at },
  ...{ revision: row.revision, state: row.state, kind: row.kind },
});

/** Returns the row of an anchor after a write. A search that is still wanted is another one then. */
function afterWrite(row: AnchorRow, relocated: Relocated | undefined): AnchorRow {
  if (!relocated) return row;
  const { anchor, isOpen } = relocated;
  const isSought = anchor.state === "orphaned" && (isOpen || row.sought !== null);
  return {
    ...row,
    ...{ prefix: anchor.prefix, suffix: anchor.suffix, start_at: anchor.start, end_at: anchor.end },
    ...{ revision: anchor.revision, state: anchor.state, sought: isSought ? newId() : null },
  };
}

const columns = ["prefix", "suffix", "start_at", "end_at", "revision", "state", "sought"] as const;

/** Writes the rows that changed, and leaves the jobs that follow. */
async function keep(
  tx: Tx,
  of: { workspaceId: string; documentId: string },
  before: readonly AnchorRow[],
  after: readonly AnchorRow[],
): Promise<void> {
  const changed = after.filter((row, n) => columns.some((name) => row[name] !== before[n]?.[name]));
  await updateAnchors(tx, changed);
  if (changed.some(({ sought }) => sought !== null)) await enqueueSearch(tx, of);
  const hunks = after.filter(({ kind }) => kind === "hunk");
  await outdateSuggestions(tx, of.workspaceId, brokenSuggestions(hunks));
}

/** Leaves the job that searches the text of a document for its orphans. */
const enqueueSearch = (tx: Tx, of: { workspaceId: string; documentId: string }): Promise<void> =>
  enqueueUnlessWaiting(tx, {
    kind: "anchors.search",
    workspaceId: of.workspaceId,
    payload: of,
    dedupeKey: `anchors.search ${of.workspaceId} ${of.documentId}`,
  });
