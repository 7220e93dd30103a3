import { command } from "../../../dispatch/commands.ts";
import { now } from "../../../ids.ts";
import { timeIn } from "../../../jobs/clock.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { type DeliveryRow, lockWebhook, pending, type WebhookKey } from "../store.ts";

interface Claiming extends WebhookKey {
  most: number;
  leaseSeconds: number;
}

/**
 * Claims a webhook's due deliveries under a lease, each with its next fencing token. Expired leases are due
 * again. Two processes never get the same claim.
 */
export const claimDeliveries = command(
  "webhooks.claim",
  () => null,
  async (tx: Tx, { most, leaseSeconds, ...key }: Claiming): Promise<DeliveryRow[]> => {
    const webhook = await lockWebhook(tx, key);
    if (!webhook || webhook.enabled === 0) return [];
    const due = await tx
      .selectFrom("webhook_deliveries")
      .select(["id", "fence", "attempts", "tries"])
      .where("workspace_id", "=", key.workspaceId)
      .where("webhook_id", "=", key.webhookId)
      .where("state", "=", pending)
      .where("next_attempt_at", "<=", timeIn(tx, 0))
      .orderBy("next_attempt_at")
      .orderBy("id")
      .limit(most)
      .execute();
    const claimed: DeliveryRow[] = [];
    for (const { id, fence, attempts, tries } of due)
      claimed.push(
        await tx
          .updateTable("webhook_deliveries")
          .set({ fence: fence + 1, attempts: attempts + 1, tries: tries + 1, leased: 1, attempted_at: now() })
          .set({ next_attempt_at: timeIn(tx, leaseSeconds), scheduled_at: timeIn(tx, 0) })
          .where("workspace_id", "=", key.workspaceId)
          .where("webhook_id", "=", key.webhookId)
          .where("id", "=", id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    return claimed;
  },
);
