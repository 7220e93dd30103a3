import type { FailureReason } from "@groundplan/contract";
import { command } from "../../../dispatch/commands.ts";
import { now } from "../../../ids.ts";
import { timeIn } from "../../../jobs/clock.ts";
import { isPostgres, type Tx } from "../../../storage/dialect.ts";
import {
  changeDeliveries,
  changeWebhook,
  type DeliveryRow,
  findDelivery,
  lockWebhook,
  pending,
  type WebhookKey,
} from "../store.ts";
import { pause } from "./pause.ts";
import { waitAfter } from "./retry.ts";

/** How an attempt ends. `dropped`: not readable any more. `stopped`: retried immediately. */
export type Outcome =
  | { kind: "delivered"; status: number }
  | { kind: "refused"; status: number | null; reason: FailureReason }
  | { kind: "dropped" }
  | { kind: "app_ended" }
  | { kind: "stopped" };

export interface Settling extends WebhookKey {
  id: string;
  fence: number;
  outcome: Outcome;
}

/** Permanently failed deliveries after which a webhook is paused. */
const mostFailures = 20;

/**
 * Records an attempt's end and releases its subject's next delivery. No-op if the lease expired or the
 * webhook was paused. Returns false if pausing requires the workspace's lock.
 */
export const settleDelivery = command(
  "webhooks.settle",
  () => null,
  async (tx: Tx, settling: Settling) => settle(tx, settling, false),
);

export const settleAndPause = command(
  "webhooks.settleAndPause",
  ({ workspaceId }: Settling) => workspaceId,
  async (tx: Tx, settling: Settling) => settle(tx, settling, true),
);

async function settle(tx: Tx, { id, fence, outcome, ...key }: Settling, mayPause: boolean): Promise<boolean> {
  const webhook = await lockWebhook(tx, key);
  const delivery = await findDelivery(tx, key, id);
  if (!webhook || !delivery || delivery.fence !== fence || delivery.leased === 0) return true;
  const failsForGood = outcome.kind === "refused" && isLast(delivery, outcome.status);
  const failures = webhook.failures + (failsForGood && delivery.again === 0 ? 1 : 0);
  const because =
    outcome.kind === "app_ended"
      ? "app_ended"
      : failsForGood && outcome.status === gone
        ? "gone"
        : failsForGood && failures >= mostFailures
          ? "failures"
          : null;
  if (because !== null && !mayPause) return false;

  await change(tx, key, delivery, outcome, failsForGood);
  if (failures !== webhook.failures) await changeWebhook(tx, key).set({ failures }).execute();
  if (because === null) await releaseNext(tx, key, delivery);
  else await pause(tx, webhook, because);
  return true;
}

const gone = 410;

const isLast = ({ tries }: DeliveryRow, status: number | null): boolean =>
  status === gone || waitAfter(tries) === null;

async function change(
  tx: Tx,
  key: WebhookKey,
  delivery: DeliveryRow,
  outcome: Outcome,
  failsForGood: boolean,
) {
  const { id, attempts, tries } = delivery;
  if (outcome.kind === "dropped") {
    await tx
      .deleteFrom("webhook_deliveries")
      .where("workspace_id", "=", key.workspaceId)
      .where("webhook_id", "=", key.webhookId)
      .where("id", "=", id)
      .execute();
    return;
  }
  const isOver = outcome.kind === "delivered" || failsForGood;
  const ended = { next_attempt_at: null, scheduled_at: null, ended_at: now() };
  const inSeconds = outcome.kind === "refused" ? (waitAfter(tries) ?? 0) : 0;
  const later = { next_attempt_at: timeIn(tx, inSeconds), scheduled_at: timeIn(tx, 0) };
  const state = outcome.kind === "delivered" ? "delivered" : failsForGood ? "failed" : "pending";
  const isMade = outcome.kind === "delivered" || outcome.kind === "refused";
  await changeDeliveries(tx, key)
    .set({ state, leased: 0, ...(isOver ? { ...ended, again: 0 } : later) })
    .set(
      isMade
        ? { last_status: outcome.status, last_failure: outcome.kind === "refused" ? outcome.reason : null }
        : { attempts: attempts - 1, tries: tries - 1 },
    )
    .where("id", "=", id)
    .execute();
}

/** Makes a subject's next delivery due unless an earlier one is pending. */
async function releaseNext(tx: Tx, key: WebhookKey, { subject }: DeliveryRow): Promise<void> {
  let next = tx
    .selectFrom("webhook_deliveries")
    .select(["id", "next_attempt_at"])
    .where("workspace_id", "=", key.workspaceId)
    .where("webhook_id", "=", key.webhookId)
    .where("subject", "=", subject)
    .where("state", "=", pending)
    .where("again", "=", 0)
    .orderBy("event_seq")
    .limit(1);
  if (isPostgres(tx)) next = next.forUpdate();
  const found = await next.executeTakeFirst();
  if (!found || found.next_attempt_at !== null) return;
  await changeDeliveries(tx, key)
    .set({ next_attempt_at: timeIn(tx, 0), scheduled_at: timeIn(tx, 0) })
    .where("id", "=", found.id)
    .execute();
}
