import { command } from "../../dispatch/commands.ts";
import { timeIn } from "../../jobs/clock.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { changeDeliveries, lockWebhook, pending, type WebhookKey } from "./store.ts";

/** Clocks that are set right by so many seconds strand nothing. */
const toleratedSeconds = 10;

/** Selects some of them, those of the latest time first: in that order an index has them, and finds that there are none. */
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
 * Makes deliveries due whose next attempt was set at a time that is still to come: the clock was set back since, and
 * would make them wait for as long as it was set back by.
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

/** Does so for one webhook, under its lock: whoever ends an attempt locks the same rows in another order. */
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
