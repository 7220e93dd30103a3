import { command } from "../../dispatch/commands.ts";
import { now as timeNow } from "../../ids.ts";
import type { JobRun } from "../../jobs/runner.ts";
import type { Tx } from "../../storage/dialect.ts";
import { findConnectionById, isConnected } from "../connectors/access.ts";
import { openConnection } from "../connectors/open-connection.ts";
import type { Context } from "../context.ts";
import type { Polled } from "../push/ledger/begin-polling.ts";
import type { LedgerScope } from "../push/ledger/ledger.ts";
import { applyRemoteChanges, foundOf } from "./apply-remote-changes.ts";
import { isAtRest } from "./at-rest.ts";
import { checkKnownItems } from "./check-known-items.ts";

/** Overlap of polls, for clock skew and late changes. */
const overlapMs = 2 * 60_000;

/** Polls each target for changes, as a fallback for webhooks. */
export async function pollTrackers(
  context: Context,
  _payload: unknown,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  const { db, config, log } = context;
  const rows = await db.selectFrom("tracker_polls").selectAll().execute();
  for (const row of rows) {
    const { workspace_id: workspaceId, connection_id: connectionId, target, since } = row;
    if (signal.aborted) return;
    if (Date.parse(since) + config.trackerPollSeconds * 1000 > Date.now()) continue;
    try {
      const scope = { workspaceId, connectionId, target };
      await pollOne(context, scope, { since: new Date(since), lookedUntil: row.looked_until }, signal);
    } catch (error) {
      // Other targets continue; the next round retries, and pushes report the error.
      log.warn({ err: error, connection: connectionId }, "a tracker could not be polled");
    }
  }
}

/** Polls one target, recording each page, so that a rate-limited backlog is resumed. */
async function pollOne(
  context: Context,
  scope: LedgerScope,
  { since, lookedUntil }: { since: Date; lookedUntil: string | null },
  signal: AbortSignal,
): Promise<void> {
  const { db, writer } = context;
  const { workspaceId, connectionId, target } = scope;
  const connection = await findConnectionById(db, workspaceId, connectionId);
  if (!connection || !isConnected(connection)) return;
  if (await isAtRest(db, connection, target)) return;
  const tracker = await openConnection(context, connection);
  // Read before listing, which may miss later changes.
  const { now } = await tracker.check(target);
  const from = new Date(since.getTime() - overlapMs);
  const record = (until: Date) => writer.run(recordPolled, { ...scope, since: until.toISOString() });
  for (let after: string | null = null, isLast = false; !isLast; ) {
    if (signal.aborted || (await isAtRest(db, connection, target))) return;
    const readAt = timeNow();
    const page: Awaited<ReturnType<typeof tracker.changed>> = await tracker.changed(target, from, after);
    const found = page.remote.map(foundOf);
    const input = { workspaceId, connectionId, found, isList: true, readAt };
    if (found.length > 0) await writer.run(applyRemoteChanges, input);
    after = page.next;
    isLast = after === null;
    const last = page.remote.at(-1);
    if (last && !isLast) await record(new Date(Math.min(Date.parse(last.updatedAt), now.getTime())));
  }
  await record(now);
  if (!signal.aborted) await checkKnownItems(context, connection, tracker, { target, lookedUntil });
}

/** Records until when changes are known, by the tracker's clock, monotonically. */
export const recordPolled = command(
  "push.notePolled",
  ({ workspaceId }: Polled) => workspaceId,
  async (tx: Tx, { workspaceId, connectionId, target, since }: Polled) => {
    await tx
      .updateTable("tracker_polls")
      .set({ since })
      .where("workspace_id", "=", workspaceId)
      .where("connection_id", "=", connectionId)
      .where("target", "=", target)
      .where("since", "<", since)
      .execute();
  },
);
