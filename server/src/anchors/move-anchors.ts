import type { Author } from "../actor.ts";
import { newId } from "../ids.ts";
import { enqueueUnlessWaiting } from "../jobs/queue.ts";
import type { Tx } from "../storage/dialect.ts";
import {
  type AnchorPosition,
  type AnchorRow,
  anchorsOf,
  documentsWithAnchors,
  positionsIn,
  soughtIn,
  updateAnchors,
  wordColumns,
} from "./anchor-rows.ts";
import { inTransaction } from "./changes.ts";
import { type Comparison, compare, type Rewrite } from "./comparison.ts";
import { mapRange } from "./map-range.ts";
import { type Relocated, relocateOne } from "./relocate.ts";
import { outdateSuggestions } from "./suggestions.ts";

/** The author of a write, who is not notified about its consequences; no user for the service. */
type Writer = Pick<Author, "workspaceId" | "userId">;

/**
 * Moves a document's anchors within the transaction that wrote its text; long searches go to a job. Call
 * after appending the write's events. Costs one lookup without anchors, and reads texts only of affected
 * ones.
 */
export async function moveAnchors(
  tx: Tx,
  author: Writer,
  documentId: string,
  rewrite: Rewrite,
): Promise<void> {
  const key = { workspaceId: author.workspaceId, documentId };
  const rows = await positionsIn(tx, key);
  if (rows.length === 0) return;
  const located = rows.map(({ start_at: start, end_at: end, state }) => ({ start, end, state }));
  const comparison = compare(located, rewrite, inTransaction());
  const [shifted, touched]: [AnchorPosition[], string[]] = [[], []];
  for (const row of rows) {
    const range = untouchedRange(row, comparison);
    if (range) shifted.push({ ...row, ...range, revision: rewrite.revision });
    else touched.push(row.id);
  }
  const moved = [...(await anchorsOf(tx, author.workspaceId, touched)).values()].map((row) =>
    afterWrite(row, relocateOne(heldBy(row), comparison)),
  );
  await updateAnchors(tx, ["start_at", "end_at", "revision"], shifted);
  await updateAnchors(tx, wordColumns, moved);
  await follow(tx, author, key, [...shifted, ...moved]);
}

/** Returns the new position of an unaffected anchor; null for others and orphaned ones. */
function untouchedRange({ start_at: start, end_at: end, state }: AnchorPosition, { changes }: Comparison) {
  if (state === "orphaned") return null;
  const { isUntouched, ranges } = mapRange(changes, { start, end });
  const [range] = ranges;
  return isUntouched && range ? { start_at: range.start, end_at: range.end } : null;
}

/** A rewrite of one document among several. */
export interface RewriteOf extends Rewrite {
  documentId: string;
}

/** Moves the anchors of many documents; those without anchors share one lookup. */
export async function moveAnchorsOfMany(tx: Tx, by: Writer, rewrites: readonly RewriteOf[]): Promise<void> {
  const ids = rewrites.map(({ documentId }) => documentId);
  const anchored = await documentsWithAnchors(tx, by.workspaceId, ids);
  for (const { documentId, ...rewrite } of rewrites)
    if (anchored.has(documentId)) await moveAnchors(tx, by, documentId, rewrite);
}

/**
 * Orphans a document's anchors when its previous text is unavailable, and leaves locating them to the job.
 */
export async function seekAnchors(tx: Tx, author: Writer, documentId: string): Promise<void> {
  const key = { workspaceId: author.workspaceId, documentId };
  const sought = ({ kind }: AnchorPosition) => (kind === "hunk" ? null : newId());
  const rows = (await positionsIn(tx, key)).map((row) => ({
    ...row,
    state: "orphaned" as const,
    sought: sought(row),
  }));
  await updateAnchors(tx, ["state", "sought"], rows);
  await follow(tx, author, key, rows);
}

export const heldBy = (row: AnchorRow) => ({
  exact: row.exact,
  prefix: row.prefix,
  suffix: row.suffix,
  start: row.start_at,
  end: row.end_at,
  revision: row.revision,
  state: row.state,
  kind: row.kind,
});

/** Returns the row after a write. A search that is still needed gets a new id. */
function afterWrite(row: AnchorRow, { anchor, isOpen }: Relocated): AnchorRow {
  const isSought = anchor.state === "orphaned" && (isOpen || row.sought !== null);
  return {
    ...row,
    prefix: anchor.prefix,
    suffix: anchor.suffix,
    start_at: anchor.start,
    end_at: anchor.end,
    revision: anchor.revision,
    state: anchor.state,
    sought: isSought ? newId() : null,
  };
}

/** Enqueues searches and outdates suggestions as the new positions require. */
async function follow(
  tx: Tx,
  by: Writer,
  of: { workspaceId: string; documentId: string },
  rows: readonly AnchorPosition[],
): Promise<void> {
  if (rows.some(({ sought }) => sought !== null)) await enqueueSearch(tx, of);
  const hunks = rows.filter(({ kind }) => kind === "hunk");
  await outdateSuggestions(tx, by, hunks);
}

/** Enqueues the search again for a document that returned, if its anchors wait for one. */
export async function resumeSearch(tx: Tx, of: { workspaceId: string; documentId: string }): Promise<void> {
  if ((await soughtIn(tx, of)).length > 0) await enqueueSearch(tx, of);
}

/** Enqueues the job that searches a document for its orphaned anchors. */
const enqueueSearch = (tx: Tx, of: { workspaceId: string; documentId: string }): Promise<void> =>
  enqueueUnlessWaiting(tx, {
    kind: "anchors.search",
    workspaceId: of.workspaceId,
    payload: of,
    dedupeKey: `anchors.search ${of.workspaceId} ${of.documentId}`,
  });
