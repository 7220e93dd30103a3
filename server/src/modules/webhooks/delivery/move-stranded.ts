import { command } from "../../../dispatch/commands.ts";
import { timeIn } from "../../../jobs/clock.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { changeDeliveries, lockWebhook, pending, type WebhookKey } from "../store.ts";

/** Clock corrections up to this strand nothing. */
const toleratedSeconds = 10;

/** Latest first, the index's order, so that finding none is cheap. */
const stranded = (db: Db) =>
  db
    .selectFrom("webhook_deliveries")
    .select(["workspace_id", "webhook_id"])
    .where("state", "=", pending)
    .where("next_attempt_at", "is not", null)
    .where("scheduled_at", ">", timeIn(db, toleratedSeconds))
    .orderBy("scheduled_at", "desc")
    .limit(100);

/**
 * Makes deliveries due that were scheduled before the clock was set back, which would delay them by as much.
 */
export async function moveStranded({ db, writer }: Context): Promise<void> {
  for (;;) {
    const found = await stranded(db).execute();
    const webhooks = new Map(found.map((row) => [row.webhook_id, row.workspace_id]));
    for (const [webhookId, workspaceId] of webhooks)
      await writer.run(makeStrandedDue, { workspaceId, webhookId });
    if (found.length === 0) return;
  }
}

/** Per webhook and under its lock, since finishing attempts lock rows in another order. */
export const makeStrandedDue = command(
  "webhooks.makeStrandedDue",
  () => null,
  async (tx: Tx, key: WebhookKey) => {
    await lockWebhook(tx, key);
    await changeDeliveries(tx, key)
      .set({ next_attempt_at: timeIn(tx, 0), scheduled_at: timeIn(tx, 0) })
      .where("state", "=", pending)
      .where("next_attempt_at", "is not", null)
      .where("scheduled_at", ">", timeIn(tx, toleratedSeconds))
      .execute();
  },
);
