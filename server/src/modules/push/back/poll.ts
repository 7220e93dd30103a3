import type { Context } from "../../../context.ts";
import { command } from "../../../dispatch/handlers.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { findConnectionById, isConnected } from "../../connectors/access.ts";
import { openConnection } from "../../connectors/open-connection.ts";
import { TrackerError } from "../trackers/tracker.ts";
import { applyFound } from "./apply.ts";

interface Place {
  workspaceId: string;
  connectionId: string;
  target: string;
}

/** Clocks differ, and trackers show late what changed: what was seen a while ago is looked at again. */
const overlapMs = 2 * 60_000;
const mostPages = 20;

/** The safety net under notices, and all there is where none can arrive: asks each target what changed. */
export async function pollTrackers(context: Context): Promise<void> {
  const dueBefore = Date.now() - context.config.trackerPollSeconds * 1000;
  const rows = await context.db.selectFrom("tracker_polls").selectAll().execute();
  for (const row of rows) {
    if (Date.parse(row.since) + overlapMs > dueBefore) continue;
    const place = { workspaceId: row.workspace_id, connectionId: row.connection_id, target: row.target };
    try {
      await pollOne(context, place, new Date(row.since));
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      // The next round asks again; whoever pushes is told.
      context.log.warn({ err: error, connection: row.connection_id }, "a tracker could not be polled");
    }
  }
}

async function pollOne(context: Context, place: Place, since: Date): Promise<void> {
  const { workspaceId, connectionId, target } = place;
  const connection = await findConnectionById(context.db, workspaceId, connectionId);
  if (!connection || !isConnected(connection)) return;
  const tracker = await openConnection(context, connection);
  const { now } = await tracker.check(target);
  let until = now.getTime();
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const { seen, next }: Awaited<ReturnType<typeof tracker.changed>> = await tracker.changed(target, since, after);
    const found = seen.map(({ external, status }) => ({ external, status }));
    const input = { workspaceId, connectionId, found };
    if (found.length > 0) await context.writer.run({ name: applyFound.name, actor: null, input });
    after = next;
    if (after === null) break;
    until = Math.max(...seen.map(({ updatedAt }) => Date.parse(updatedAt)), since.getTime());
  }
  const known = new Date(Math.max(since.getTime(), until - overlapMs)).toISOString();
  await context.writer.run({ name: notePolled.name, actor: null, input: { ...place, since: known } });
}

interface Polled extends Place {
  since: string;
}

/** Until when a target's changes are known. The first push of a target begins it. */
export const notePolled = command(
  "push.notePolled",
  ({ workspaceId }: Polled) => workspaceId,
  (tx: Tx, polled: Polled) => putPolled(tx, polled, true),
);

/** `again`: moves on the time of a target that is known already. */
export async function putPolled(
  tx: Tx,
  { workspaceId, connectionId, target, since }: Polled,
  again: boolean,
): Promise<void> {
  await tx
    .insertInto("tracker_polls")
    .values({ workspace_id: workspaceId, connection_id: connectionId, target, since })
    .onConflict((conflict) => {
      const known = conflict.columns(["workspace_id", "connection_id", "target"]);
      return again ? known.doUpdateSet({ since }) : known.doNothing();
    })
    .execute();
}
