import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { changeDeliveries, pending, type WebhookKey } from "../store.ts";

/** Ends undelivered events of a paused webhook; when resumed it delivers later ones only. */
export async function dropPending(tx: Tx, key: WebhookKey): Promise<void> {
  await changeDeliveries(tx, key)
    .set({ state: "failed", again: 0, leased: 0, next_attempt_at: null, scheduled_at: null, ended_at: now() })
    .where("state", "=", pending)
    .execute();
}
