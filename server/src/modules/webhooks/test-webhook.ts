import { testWebhook } from "@groundplan/contract";
import { disclosesNothing, post } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { lastEvent } from "../../events/last-event.ts";
import { newId, now } from "../../ids.ts";
import { timeIn } from "../../jobs/clock.ts";
import { ownWebhook } from "./access.ts";
import { presentDelivery } from "./present.ts";
import { lockWebhook } from "./store.ts";

/** Delivers an event made for the purpose, ahead of all that waits. */
export const webhookTest = post(testWebhook, disclosesNothing, async (tx, actor, { params }) => {
  const { workspaceId } = actor;
  await lockWebhook(tx, { workspaceId, webhookId: params.id });
  const webhook = await ownWebhook(tx, actor, params.id);
  if (webhook.enabled === 0)
    throw new ApiError("webhook_off", "The webhook is switched off. Switch it on, then repeat.");
  await appendEvents(tx, actor, [
    { type: "webhook.tested", subjectId: webhook.id, data: {}, audience: [webhook.user_id] },
  ]);
  const delivery = await tx
    .insertInto("webhook_deliveries")
    .values({
      workspace_id: workspaceId,
      webhook_id: webhook.id,
      id: newId(),
      event_seq: await lastEvent(tx, workspaceId),
      type: "webhook.tested",
      subject: webhook.id,
      state: "pending",
      // As a redelivery it blocks nothing, and its failures don't pause the webhook.
      again: 1,
      attempts: 0,
      tries: 0,
      last_status: null,
      last_failure: null,
      next_attempt_at: timeIn(tx, 0),
      scheduled_at: timeIn(tx, 0),
      fence: 0,
      leased: 0,
      attempted_at: null,
      created_at: now(),
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { delivery: presentDelivery(delivery) };
});
