import { command } from "../../dispatch/commands.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";

const keepEndedDays = 30;

/** Deletes deliveries that ended before a time. */
export const sweepDeliveries = command(
  "webhooks.sweep",
  () => null,
  async (tx: Tx, input: { endedBefore: string }) => {
    await tx.deleteFrom("webhook_deliveries").where("ended_at", "<", input.endedBefore).execute();
  },
);

export async function sweepDeliveriesJob({ writer }: Context): Promise<void> {
  const endedBefore = new Date(Date.now() - keepEndedDays * 24 * 3600_000).toISOString();
  await writer.run(sweepDeliveries, { endedBefore });
}
