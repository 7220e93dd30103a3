import { command } from "../dispatch/commands.ts";
import type { Writer } from "../dispatch/writer.ts";
import { now } from "../ids.ts";
import type { Tx } from "../storage/dialect.ts";

const keepFinishedDays = 7;

/** Deletes expired idempotency keys (24 hours), old finished jobs and old tracker webhooks. */
export const sweep = command(
  "jobs.sweep",
  () => null,
  async (tx: Tx, input: { finishedBefore: string }) => {
    await tx.deleteFrom("idempotency_keys").where("expires_at", "<", now()).execute();
    await tx
      .deleteFrom("jobs")
      .where("finished_at", "<", input.finishedBefore)
      .where("state", "=", "done")
      .execute();
    await tx.deleteFrom("tracker_deliveries").where("received_at", "<", input.finishedBefore).execute();
  },
);

export async function sweepJob({ writer }: { writer: Writer }): Promise<void> {
  const finishedBefore = new Date(Date.now() - keepFinishedDays * 24 * 3600_000).toISOString();
  await writer.run(sweep, { finishedBefore });
}
