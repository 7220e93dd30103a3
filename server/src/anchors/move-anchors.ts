import type { By } from "../events/append.ts";
import { newId } from "../ids.ts";
import { enqueueUnlessWaiting } from "../jobs/queue.ts";
import type { Tx } from "../storage/dialect.ts";
import {
  type AnchorPlace,
  type AnchorRow,
  anchorsOf,
  documentsWithAnchors,
  ofWords,
  placesIn,
  soughtIn,
  updateAnchors,
} from "./anchor-rows.ts";
import { inTransaction } from "./changes.ts";
import { type Comparison, compare, type Rewrite } from "./comparison.ts";
import { mapRange } from "./map-range.ts";
import { type Relocated, relocateOne } from "./relocate.ts";
import { outdateSuggestions } from "./suggestions.ts";

/** The person who wrote a text is not told of what follows from it; it is nobody where the service did. */
type Writer = Pick<By, "workspaceId" | "userId">;

/**
 * Moves the anchors of a document whose text was written, in the transaction of the write, and leaves to a job what takes
 * longer than others may wait. Call it behind the events of
 * the write, which it follows. Without anchors it costs one look; words are read of those only that the write touched.
 */
export async function moveAnchors(tx: Tx, by: Writer, documentId: string, rewrite: Rewrite): Promise<void> {
  const of = { workspaceId: by.workspaceId, documentId };
  const rows = await placesIn(tx, of);
  if (rows.length === 0) return;
  const located = rows.map(({ start_at: start, end_at: end, state }) => ({ start, end, state }));
  const comparison = compare(located, rewrite, inTransaction());
  const [shifted, touched]: [AnchorPlace[], string[]] = [[], []];
  for (const row of rows) {
    const place = untouchedPlace(row, comparison);
    if (place) shifted.push({ ...row, ...place, revision: rewrite.revision });
    else touched.push(row.id);
  }
  const moved = [...(await anchorsOf(tx, by.workspaceId, touched)).values()].map((row) =>
    afterWrite(row, relocateOne(heldBy(row), comparison)),
  );
  await updateAnchors(tx, ["start_at", "end_at", "revision"], shifted);
  await updateAnchors(tx, ofWords, moved);
  await follow(tx, by, of, [...shifted, ...moved]);
}

/** Returns where an anchor is that no change touches; null for others and for orphans. */
function untouchedPlace({ start_at: start, end_at: end, state }: AnchorPlace, { changes }: Comparison) {
  if (state === "orphaned") return null;
  const { isUntouched, places } = mapRange(changes, { start, end });
  const [place] = places;
  return isUntouched && place ? { start_at: place.start, end_at: place.end } : null;
}

/** A write of one document among many. */
export interface RewriteOf extends Rewrite {
  documentId: string;
}

/** Moves the anchors of many documents; those without anchors cost one look together. */
export async function moveAnchorsOfMany(tx: Tx, by: Writer, rewrites: readonly RewriteOf[]): Promise<void> {
  const ids = rewrites.map(({ documentId }) => documentId);
  const anchored = await documentsWithAnchors(tx, by.workspaceId, ids);
  for (const { documentId, ...rewrite } of rewrites)
    if (anchored.has(documentId)) await moveAnchors(tx, by, documentId, rewrite);
}

/**
 * Marks the anchors of a document as orphans whose text was written anew without being at hand, and leaves finding them
 * to the job.
 */
export async function seekAnchors(tx: Tx, by: Writer, documentId: string): Promise<void> {
  const of = { workspaceId: by.workspaceId, documentId };
  const sought = ({ kind }: AnchorPlace) => (kind === "thread" ? newId() : null);
  const rows = (await placesIn(tx, of)).map((row) => ({
    ...row,
    state: "orphaned" as const,
    sought: sought(row),
  }));
  await updateAnchors(tx, ["state", "sought"], rows);
  await follow(tx, by, of, rows);
}

/** Returns the anchor of a row. */
export const heldBy = (row: AnchorRow) => ({
  ...{ exact: row.exact, prefix: row.prefix, suffix: row.suffix, start: row.start_at, end: row.end_at },
  ...{ revision: row.revision, state: row.state, kind: row.kind },
});

/** Returns the row of an anchor after a write. A search that is still wanted is another one then. */
function afterWrite(row: AnchorRow, { anchor, isOpen }: Relocated): AnchorRow {
  const isSought = anchor.state === "orphaned" && (isOpen || row.sought !== null);
  return {
    ...row,
    ...{ prefix: anchor.prefix, suffix: anchor.suffix, start_at: anchor.start, end_at: anchor.end },
    ...{ revision: anchor.revision, state: anchor.state, sought: isSought ? newId() : null },
  };
}

/** Leaves what follows from where the anchors of a document are now. */
async function follow(
  tx: Tx,
  by: Writer,
  of: { workspaceId: string; documentId: string },
  rows: readonly AnchorPlace[],
): Promise<void> {
  if (rows.some(({ sought }) => sought !== null)) await enqueueSearch(tx, of);
  const hunks = rows.filter(({ kind }) => kind === "hunk");
  await outdateSuggestions(tx, by, hunks);
}

/** Leaves the search for the orphans of a document again if they wait for it: for a text that comes back. */
export async function resumeSearch(tx: Tx, of: { workspaceId: string; documentId: string }): Promise<void> {
  if ((await soughtIn(tx, of)).length > 0) await enqueueSearch(tx, of);
}

/** Leaves the job that searches the text of a document for its orphans. */
const enqueueSearch = (tx: Tx, of: { workspaceId: string; documentId: string }): Promise<void> =>
  enqueueUnlessWaiting(tx, {
    kind: "anchors.search",
    workspaceId: of.workspaceId,
    payload: of,
    dedupeKey: `anchors.search ${of.workspaceId} ${of.documentId}`,
  });
