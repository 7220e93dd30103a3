import type { Context } from "../../../context.ts";
import { command } from "../../../dispatch/handlers.ts";
import type { JobRun } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { findConnectionById, isConnected } from "../../connectors/access.ts";
import { openConnection } from "../../connectors/open-connection.ts";
import { applyFound } from "./apply.ts";

interface Place {
  workspaceId: string;
  connectionId: string;
  target: string;
}

/** Clocks differ, and trackers show late what changed: what was seen a while ago is looked at again. */
const overlapMs = 2 * 60_000;

/** The safety net under notices, and all there is where none can arrive: asks each target what changed. */
export async function pollTrackers(
  context: Context,
  _payload: unknown,
  { signal }: Pick<JobRun, "signal">,
): Promise<void> {
  const { db, config, log } = context;
  const rows = await db.selectFrom("tracker_polls").selectAll().execute();
  for (const { workspace_id: workspaceId, connection_id: connectionId, target, since } of rows) {
    if (signal.aborted) return;
    if (Date.parse(since) + config.trackerPollSeconds * 1000 > Date.now()) continue;
    try {
      await pollOne(context, { workspaceId, connectionId, target }, new Date(since), signal);
    } catch (error) {
      // The others have their turn; this one is asked again by the next round, and whoever pushes is told.
      log.warn({ err: error, connection: connectionId }, "a tracker could not be polled");
    }
  }
}

/** What each page has shown is noted, so that a backlog which a limit cuts is gone through piece by piece. */
async function pollOne(context: Context, place: Place, since: Date, signal: AbortSignal): Promise<void> {
  const { db, writer } = context;
  const { workspaceId, connectionId, target } = place;
  const connection = await findConnectionById(db, workspaceId, connectionId);
  if (!connection || !isConnected(connection)) return;
  const tracker = await openConnection(context, connection);
  // The tracker's clock before the list begins: what changes from here on may be missing in it.
  const { now } = await tracker.check(target);
  const from = new Date(since.getTime() - overlapMs);
  const note = (until: Date) =>
    writer.run({ name: notePolled.name, actor: null, input: { ...place, since: until.toISOString() } });
  for (let after: string | null = null, isLast = false; !isLast; ) {
    if (signal.aborted) return;
    const page: Awaited<ReturnType<typeof tracker.changed>> = await tracker.changed(target, from, after);
    const found = page.seen.map(({ external, status }) => ({ external, status }));
    const input = { workspaceId, connectionId, found };
    if (found.length > 0) await writer.run({ name: applyFound.name, actor: null, input });
    after = page.next;
    isLast = after === null;
    const last = page.seen.at(-1);
    if (last && !isLast) await note(new Date(Math.min(Date.parse(last.updatedAt), now.getTime())));
  }
  await note(now);
}

interface Polled extends Place {
  since: string;
}

/** Until when a target's changes are known, by its tracker's clock. Never goes back. */
export const notePolled = command(
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

/** The first push of a target begins it: what was there before is nobody's here. */
export async function beginPolling(
  tx: Tx,
  { workspaceId, connectionId, target, since }: Polled,
): Promise<void> {
  await tx
    .insertInto("tracker_polls")
    .values({ workspace_id: workspaceId, connection_id: connectionId, target, since })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
