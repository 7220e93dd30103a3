import { timeIn } from "../../../jobs/clock.ts";
import type { Db } from "../../../storage/dialect.ts";
import { on, pending } from "../store.ts";

/**
 * Returns active webhooks with their workspace's last event number and milliseconds until the next attempt.
 * One keyed lookup each, at every turn.
 */
export async function overview(db: Db) {
  const rows = await db
    .selectFrom("webhooks")
    .innerJoin("event_heads", "event_heads.workspace_id", "webhooks.workspace_id")
    .select(["webhooks.workspace_id", "webhooks.id", "webhooks.user_id", "webhooks.url", "webhooks.cursor"])
    .select(["webhooks.events", "webhooks.project_id", "event_heads.seq as head"])
    .select(({ selectFrom }) =>
      selectFrom("webhook_deliveries")
        .select(({ fn }) => fn.min("next_attempt_at").as("due"))
        .whereRef("webhook_deliveries.workspace_id", "=", "webhooks.workspace_id")
        .whereRef("webhook_deliveries.webhook_id", "=", "webhooks.id")
        .where("webhook_deliveries.state", "=", pending)
        .where("webhook_deliveries.next_attempt_at", "is not", null)
        .as("due"),
    )
    .select(timeIn(db, 0).as("now"))
    .where("webhooks.enabled", "=", on)
    .execute();
  return rows;
}

export type Overview = Awaited<ReturnType<typeof overview>>[number];
