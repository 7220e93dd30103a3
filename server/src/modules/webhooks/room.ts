import type { Db } from "../../storage/dialect.ts";
import type { Overview } from "./overview.ts";
import { pending } from "./store.ts";

/** The most deliveries of a webhook that are pending before no more are made for it; about, since events come by hundreds. */
export const mostPending = 2000;
/** The milliseconds for which a webhook without room is left alone: who counts has to walk through what is pending. */
const countedAgainAfter = 1000;

/**
 * Says which webhooks have room for more deliveries. For one whose receiver is dead no more are made: its cursor stays
 * behind, and the events wait where they are.
 */
export function createRoom(db: Db) {
  const fullUntil = new Map<string, number>();
  return async (webhooks: readonly Overview[]): Promise<Overview[]> => {
    const now = performance.now();
    for (const [id, until] of fullUntil) if (until <= now) fullUntil.delete(id);
    const roomy: Overview[] = [];
    for (const webhook of webhooks) {
      if (fullUntil.has(webhook.id)) continue;
      if (await hasRoom(db, webhook)) roomy.push(webhook);
      else fullUntil.set(webhook.id, now + countedAgainAfter);
    }
    return roomy;
  };
}

const hasRoom = async (db: Db, { workspace_id, id }: Overview): Promise<boolean> => {
  const last = await db
    .selectFrom("webhook_deliveries")
    .select("event_seq")
    .where("workspace_id", "=", workspace_id)
    .where("webhook_id", "=", id)
    .where("state", "=", pending)
    .orderBy("subject")
    .orderBy("event_seq")
    .offset(mostPending - 1)
    .limit(1)
    .executeTakeFirst();
  return last === undefined;
};
