import type { WebhookPausedBecause } from "@groundplan/contract";
import { serviceIn } from "../../../actor.ts";
import { appendEvents } from "../../../events/append.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { changeWebhook, type WebhookRow } from "../store.ts";
import { dropPending } from "./drop-pending.ts";

const reasons: Record<WebhookPausedBecause, string> = {
  failures: "20 deliveries failed for good. Check the receiver, then switch the webhook on again.",
  gone: "The receiver answered 410: it wants no more events.",
  app_ended: "The app that made the webhook is no longer connected.",
};

/** Pauses a webhook and notifies its member. Requires the workspace's lock. */
export async function pause(
  tx: Tx,
  { workspace_id: workspaceId, id, user_id }: WebhookRow,
  because: WebhookPausedBecause,
): Promise<void> {
  const key = { workspaceId, webhookId: id };
  await changeWebhook(tx, key).set({ enabled: 0, disabled_reason: reasons[because] }).execute();
  await dropPending(tx, key);
  const service = serviceIn(workspaceId);
  await appendEvents(tx, service, [
    { type: "webhook.paused", subjectId: id, data: { because }, audience: [user_id] },
  ]);
}
