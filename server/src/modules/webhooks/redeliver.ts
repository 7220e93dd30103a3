import { redeliverWebhook } from "@groundplan/contract";
import { disclosesNothing, post } from "../../dispatch/handlers.ts";
import { ApiError, notFound } from "../../errors.ts";
import { timeIn } from "../../jobs/clock.ts";
import { ownWebhook } from "./access.ts";
import { presentDelivery } from "./present.ts";
import { readableEvents } from "./reader.ts";
import { changeDeliveries, findDelivery, lockWebhook } from "./store.ts";

/** Delivers an event again, regardless of earlier attempts and pending deliveries. */
export const webhookRedeliver = post(redeliverWebhook, disclosesNothing, async (tx, actor, { params }) => {
  const key = { workspaceId: actor.workspaceId, webhookId: params.id };
  await lockWebhook(tx, key);
  const webhook = await ownWebhook(tx, actor, params.id);
  const delivery = await findDelivery(tx, key, params.deliveryId);
  const readable = await readableEvents(tx, webhook, delivery ? [delivery.event_seq] : []);
  if (!delivery || readable.size === 0) throw notFound("delivery");
  if (webhook.enabled === 0)
    throw new ApiError("webhook_off", "The webhook is switched off. Switch it on, then repeat.");
  // The attempt in progress is the requested one.
  if (delivery.leased === 1) return { delivery: presentDelivery(delivery) };
  const due = { next_attempt_at: timeIn(tx, 0), scheduled_at: timeIn(tx, 0) };
  const fresh =
    delivery.state === "pending" ? {} : { state: "pending" as const, again: 1, tries: 0, ended_at: null };
  const changed = await changeDeliveries(tx, key)
    .set({ ...due, ...fresh })
    .where("id", "=", delivery.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { delivery: presentDelivery(changed) };
});
