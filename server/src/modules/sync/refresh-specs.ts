import { command } from "../../dispatch/commands.ts";
import { enqueue, runSoon } from "../../jobs/queue.ts";
import { pagesOf } from "../../pages-of.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Reconnected } from "../connectors/reconnected.ts";
import type { Context } from "../context.ts";
import type { RestoredSpecs } from "../plans/archive/restored.ts";
import { dedupeKeyOf } from "../push/routes/start-push.ts";
import { jobKindOfRefresh, mostIds, type Refresh } from "./refresh-soon.ts";

/** Given specs, or all of a connection. */
type Which = RestoredSpecs | Reconnected;

/** Runs after restoring plans and reconnecting trackers. */
export async function runRefreshSpecs({ writer }: Context, which: Which): Promise<void> {
  await writer.run(refreshSpecs, which);
}

/** Enqueues rereads of specs whose changes were not applied before. */
export const refreshSpecs = command(
  "push.rereadSpecs",
  ({ workspaceId }: Which) => workspaceId,
  async (tx: Tx, { workspaceId, ...which }: Which) => {
    const pushed = tx
      .selectFrom("push_items")
      .select(["connection_id", "external_id"])
      .where("workspace_id", "=", workspaceId)
      .where("kind", "=", "spec");
    if ("connectionId" in which) await wakePushes(tx, { workspaceId, ...which });
    const rows = await ("connectionId" in which
      ? pushed.where("connection_id", "=", which.connectionId)
      : pushed.where(isOneOf(tx, "entity_id", which.specIds))
    ).execute();
    for (const [connectionId, ofConnection] of Map.groupBy(rows, (row) => row.connection_id)) {
      const ids = [...new Set(ofConnection.flatMap((row) => row.external_id ?? []))];
      for (const externalIds of pagesOf(ids, mostIds)) {
        const payload: Refresh = { workspaceId, connectionId, externalIds };
        await enqueue(tx, { kind: jobKindOfRefresh, workspaceId, payload });
      }
    }
  },
);

/** Wakes pushes that wait for their tracker. */
async function wakePushes(tx: Tx, { workspaceId, connectionId }: Reconnected): Promise<void> {
  const pushes = await tx
    .selectFrom("pushes")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("connection_id", "=", connectionId)
    .where("finished_at", "is", null)
    .execute();
  for (const { id } of pushes) await runSoon(tx, dedupeKeyOf(id));
}
