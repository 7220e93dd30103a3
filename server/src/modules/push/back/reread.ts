import type { Context } from "../../../context.ts";
import { enqueueJob } from "../../../jobs/queue.ts";
import { RunLater } from "../../../jobs/runner.ts";
import { isOneOf } from "../../../storage/dialect.ts";
import { findConnectionById, isConnected } from "../../connectors/access.ts";
import { openConnection } from "../../connectors/open-connection.ts";
import { presentExternal } from "../ledger.ts";
import { TrackerError } from "../trackers/tracker.ts";
import { applyFound } from "./apply.ts";

/** The job that reads issues again after a hint. */
export const jobKindOfReread = "push.reread";

export interface Reread {
  workspaceId: string;
  connectionId: string;
  /** Ids as the ledger knows them. */
  externalIds: string[];
  /** So many times an issue of these was not known yet. */
  tries?: number;
}

const mostTries = 3;
const againSeconds = 5;

/** A notice is a hint only: what the tracker has now is asked. */
export async function reread(context: Context, payload: Reread): Promise<void> {
  const { workspaceId, connectionId, externalIds, tries = 0 } = payload;
  const connection = await findConnectionById(context.db, workspaceId, connectionId);
  if (!connection || !isConnected(connection)) return;
  const rows = await context.db
    .selectFrom("push_items")
    .select(["target", "kind", "external_id", "external_number", "external_key", "external_url"])
    .where("workspace_id", "=", workspaceId)
    .where("connection_id", "=", connectionId)
    .where("kind", "in", ["plan", "spec"])
    .where(isOneOf(context.db, "external_id", externalIds))
    .execute();
  const tracker = await openConnection(context, connection);
  try {
    for (const [target, ofTarget] of Map.groupBy(rows, (row) => row.target)) {
      await tracker.check(target);
      const things = ofTarget.flatMap((row) => {
        const external = presentExternal(row);
        return external ? [{ sort: row.kind === "plan" ? ("container" as const) : ("item" as const), external }] : [];
      });
      for (let first = 0; first < things.length; first += tracker.atOnce.read) {
        const seen = await tracker.read(target, things.slice(first, first + tracker.atOnce.read));
        const found = seen.flatMap((one) => (one ? [{ external: one.external, status: one.status }] : []));
        const input = { workspaceId, connectionId, found };
        await context.writer.run({ name: applyFound.name, actor: null, input });
      }
    }
  } catch (error) {
    if (error instanceof TrackerError && error.outcome === "not_executed")
      throw new RunLater(error.retryAfterSeconds ?? 60, error.message);
    throw error;
  }
  await lookForUnknown(context, payload, new Set(rows.map((row) => row.external_id)), tries);
}

/** A notice may come before the answer to the call that made its issue is on disk. */
async function lookForUnknown(
  { db, writer }: Context,
  { workspaceId, connectionId, externalIds }: Reread,
  known: ReadonlySet<string | null>,
  tries: number,
): Promise<void> {
  const unknown = externalIds.filter((id) => !known.has(id));
  if (unknown.length === 0 || tries >= mostTries) return;
  const active = await db
    .selectFrom("push_runs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("connection_id", "=", connectionId)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  if (!active) return;
  const payload: Reread = { workspaceId, connectionId, externalIds: unknown, tries: tries + 1 };
  const job = { kind: jobKindOfReread, workspaceId, payload, delaySeconds: againSeconds };
  await writer.run({ name: enqueueJob.name, actor: null, input: job });
}
