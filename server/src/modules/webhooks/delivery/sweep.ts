import { command } from "../../../dispatch/commands.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";

const keepEndedDays = 30;
/** Deliveries per transaction, which keeps other writers waiting for milliseconds only. */
const sweptAtOnce = 1000;

/** Deletes some deliveries that ended before a time; returns their number. */
export const sweepDeliveries = command(
  "webhooks.sweep",
  () => null,
  async (tx: Tx, input: { endedBefore: string }): Promise<number> => {
    const rows = await tx
      .selectFrom("webhook_deliveries")
      .select(["workspace_id", "webhook_id", "id"])
      .where("ended_at", "<", input.endedBefore)
      .orderBy("ended_at")
      .limit(sweptAtOnce)
      .execute();
    for (const own of Map.groupBy(rows, (row) => `${row.workspace_id} ${row.webhook_id}`).values()) {
      const [first] = own;
      if (!first) continue;
      await tx
        .deleteFrom("webhook_deliveries")
        .where("workspace_id", "=", first.workspace_id)
        .where("webhook_id", "=", first.webhook_id)
        .where(
          isOneOf(
            tx,
            "id",
            own.map(({ id }) => id),
          ),
        )
        .execute();
    }
    return rows.length;
  },
);

export async function sweepDeliveriesJob({ writer }: Context): Promise<void> {
  const endedBefore = new Date(Date.now() - keepEndedDays * 24 * 3600_000).toISOString();
  while ((await writer.run(sweepDeliveries, { endedBefore })) === sweptAtOnce);
}
