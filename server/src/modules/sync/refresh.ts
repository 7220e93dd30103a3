import { ApiError } from "../../errors.ts";
import { now } from "../../ids.ts";
import { enqueueJob } from "../../jobs/queue.ts";
import { RunLater } from "../../jobs/runner.ts";
import { pagesOf } from "../../pages-of.ts";
import { isOneOf } from "../../storage/dialect.ts";
import { type Connected, findConnectionById, isConnected } from "../connectors/access.ts";
import { openConnection } from "../connectors/open-connection.ts";
import type { Context } from "../context.ts";
import { type ExternalRow, externalColumns, presentExternal } from "../push/ledger/externals.ts";
import { issueKinds, itemKindOf } from "../push/ledger/kinds.ts";
import type { ItemRow } from "../push/ledger/ledger.ts";
import { longestWaitSeconds } from "../trackers/retry-after.ts";
import { type Tracker, TrackerError } from "../trackers/tracker.ts";
import { applyRemoteChanges, type Found, foundOf } from "./apply-remote-changes.ts";
import { isOff, notAtRest } from "./at-rest.ts";
import { isPushing, jobKindOfRefresh, type Refresh } from "./refresh-soon.ts";

const mostTries = 6;
const firstPauseSeconds = 5;

/**
 * Rereads the issues of a webhook, which is only a hint. It may precede the stored answer to the creating
 * call, so unknown issues are retried with backoff while a push runs.
 */
export async function refresh(context: Context, payload: Refresh): Promise<void> {
  const { workspaceId, connectionId, externalIds, tries = 0 } = payload;
  const connection = await findConnectionById(context.db, workspaceId, connectionId);
  if (!connection || !isConnected(connection)) return;
  if (await isOff(context.db, connection)) return;
  // Checked before reading the ledger: later ids are from a push that runs now.
  const mayBeMade = await isPushing(context.db, workspaceId, connectionId);
  const rows = await rowsOf(context, payload);
  const read = await notAtRest(context.db, payload, rows);
  if (read.length > 0) await readAgain(context, connection, read);

  const known = new Set(rows.map((row) => row.external_id));
  const unknown = externalIds.filter((id) => !known.has(id));
  if (unknown.length === 0 || !mayBeMade || tries >= mostTries) return;
  const again: Refresh = { workspaceId, connectionId, externalIds: unknown, tries: tries + 1 };
  const delaySeconds = firstPauseSeconds * 2 ** tries;
  const input = { kind: jobKindOfRefresh, workspaceId, payload: again, delaySeconds };
  await context.writer.run(enqueueJob, input);
}

export type Row = Pick<ItemRow, "target" | "kind"> & ExternalRow;

function rowsOf({ db }: Context, { workspaceId, connectionId, externalIds }: Refresh) {
  return db
    .selectFrom("push_items")
    .select(["target", "kind", "plan_id", ...externalColumns])
    .where("workspace_id", "=", workspaceId)
    .where("connection_id", "=", connectionId)
    .where("kind", "in", issueKinds)
    .where(isOneOf(db, "external_id", externalIds))
    .execute();
}

async function readAgain(context: Context, connection: Connected, rows: readonly Row[]): Promise<void> {
  try {
    const tracker = await openConnection(context, connection);
    for (const [target, ofTarget] of Map.groupBy(rows, (row) => row.target)) {
      await tracker.check(target);
      await readItems(context, connection, tracker, target, ofTarget);
    }
  } catch (error) {
    if (error instanceof TrackerError && error.code === "limited")
      throw new RunLater(Math.min(error.retryAfterSeconds ?? 60, longestWaitSeconds), error.message);
    const isRefused = error instanceof TrackerError && error.outcome === "refused";
    if (!isRefused && !(error instanceof ApiError && error.code === "not_connected")) throw error;
    // A retry would fail too; pushes report the error.
    context.log.warn({ err: error, connection: connection.id }, "the issues of a notice could not be read");
  }
}

/** Reads a target's issues and applies changes; missing ones are gone. */
export async function readItems(
  { writer }: Context,
  { workspace_id: workspaceId, id: connectionId }: Connected,
  tracker: Tracker,
  target: string,
  rows: readonly Row[],
): Promise<void> {
  const items = rows.flatMap((row) => {
    const external = presentExternal(row);
    return external ? [{ kind: itemKindOf(row.kind), external }] : [];
  });
  for (const batch of pagesOf(items, tracker.batchSizes.read)) {
    const readAt = now();
    const remote = await tracker.read(target, batch);
    const found = remote.flatMap((one, index): Found[] =>
      one ? [{ askedId: batch[index]?.external.id ?? "", ...foundOf(one) }] : [],
    );
    const gone = batch.flatMap(({ external }, index) => (remote[index] ? [] : external.id));
    await writer.run(applyRemoteChanges, { workspaceId, connectionId, found, gone, readAt });
  }
}
