import type { Anchor } from "../../anchors/anchor.ts";
import { positionColumns, soughtIn, updateAnchors } from "../../anchors/anchor-rows.ts";
import { inJob } from "../../anchors/changes.ts";
import { heldBy } from "../../anchors/move-anchors.ts";
import { searchOrphanedAnchors } from "../../anchors/search-orphaned-anchors.ts";
import { command } from "../../dispatch/commands.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import type { JobRun } from "../../jobs/runner.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { textAt, textOfDocument } from "./text-of-document.ts";

interface Search {
  workspaceId: string;
  documentId: string;
}

/** A search result for one orphan; `sought` identifies the search. */
interface Found {
  id: string;
  sought: string;
  anchor: Anchor;
}

/** Records results for orphans that still wait for this search; writes in between have reassigned others. */
export const settleOrphaned = command(
  "anchors.settle",
  ({ workspaceId }: Search & { found: readonly Found[] }) => workspaceId,
  async (tx: Tx, { found, ...of }: Search & { found: readonly Found[] }): Promise<void> => {
    const known = new Map(found.map((one) => [one.sought, one.anchor]));
    const rows = (await soughtIn(tx, of)).flatMap((row) => {
      const anchor = row.sought === null ? undefined : known.get(row.sought);
      if (!anchor) return [];
      const { start, end, revision, state } = anchor;
      return [{ ...row, start_at: start, end_at: end, revision, state, sought: null }];
    });
    await updateAnchors(tx, positionColumns, rows);
  },
);

/** Results per command. */
const mostAtOnce = 100;

/**
 * Searches a document for its waiting orphans, which are read before the text, so that later writes assign a
 * new search. Repeated after a crash.
 */
export async function searchDocument(
  { db, writer }: Context,
  key: Search,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  const rows = await soughtIn(db, key);
  const now = rows.length > 0 ? await textOfDocument(db, key.workspaceId, key.documentId) : undefined;
  if (!now) return;
  const next = takeTurns();
  const turn = async () => {
    await next();
    signal.throwIfAborted();
  };
  const budget = inJob();
  let found: Found[] = [];
  for (const [revision, own] of Map.groupBy(rows, (row) => row.revision)) {
    const before = await textAt(db, key.workspaceId, now, revision);
    const orphaned = own.map((row) => ({ ...heldBy(row), id: row.id, sought: row.sought ?? "" }));
    for await (const { orphan, anchor } of searchOrphanedAnchors(before, now, orphaned, budget, turn)) {
      found.push({ id: orphan.id, sought: orphan.sought, anchor });
      if (found.length < mostAtOnce) continue;
      await writer.run(settleOrphaned, { ...key, found });
      found = [];
    }
  }
  if (found.length > 0) await writer.run(settleOrphaned, { ...key, found });
}
