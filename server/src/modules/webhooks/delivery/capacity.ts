import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { pending } from "../store.ts";
import type { Overview } from "./overview.ts";

/** Approximate pending deliveries of a webhook from which no more are planned. */
export const mostPending = 2000;
/** Milliseconds until a full webhook is counted again, since counting walks its pending deliveries. */
const countedAgainAfter = 1000;

/**
 * Tells which webhooks take more deliveries. A dead receiver's cursor stays behind, and its events wait
 * unplanned.
 */
export function createCapacity(db: Db) {
  const fullUntil = new Map<string, number>();
  return async (webhooks: readonly Overview[]): Promise<Overview[]> => {
    const now = performance.now();
    for (const [id, until] of fullUntil) if (until <= now) fullUntil.delete(id);
    const asked = webhooks.filter(({ id }) => !fullUntil.has(id));
    const full = asked.length === 0 ? new Set<string>() : await overCapacity(db, asked);
    for (const id of full) fullUntil.set(id, now + countedAgainAfter);
    return asked.filter(({ id }) => !full.has(id));
  };
}

/** Returns ids of full webhooks. */
async function overCapacity(db: Db, webhooks: readonly Overview[]): Promise<Set<string>> {
  const workspaces = [...new Set(webhooks.map(({ workspace_id }) => workspace_id))];
  const rows = await db
    .selectFrom("webhooks")
    .select("webhooks.id")
    .where(isOneOf(db, "webhooks.workspace_id", workspaces))
    .where(
      isOneOf(
        db,
        "webhooks.id",
        webhooks.map(({ id }) => id),
      ),
    )
    .where(
      ({ selectFrom }) =>
        selectFrom("webhook_deliveries")
          .select("webhook_deliveries.id")
          .whereRef("webhook_deliveries.workspace_id", "=", "webhooks.workspace_id")
          .whereRef("webhook_deliveries.webhook_id", "=", "webhooks.id")
          .where("webhook_deliveries.state", "=", pending)
          .orderBy("webhook_deliveries.subject")
          .orderBy("webhook_deliveries.event_seq")
          .offset(mostPending - 1)
          .limit(1),
      "is not",
      null,
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
