import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { changeDeliveries, pending, type WebhookKey } from "./store.ts";

/** Ends what a webhook that is switched off has not delivered: switched on again, it delivers what comes from then. */
export async function dropPending(tx: Tx, key: WebhookKey): Promise<void> {
  await changeDeliveries(tx, key)
    .set({ state: "failed", again: 0, leased: 0, next_attempt_at: null, scheduled_at: null, ended_at: now() })
    .where("state", "=", pending)
    .execute();
}
