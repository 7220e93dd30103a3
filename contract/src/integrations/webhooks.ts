import { z } from "zod";
import { Deleted, nextCursor, page } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { failureReason } from "../failure-reason.ts";
import { eventType } from "../people/history.ts";
import { dateTime, webAddress } from "../text.ts";

const tag = "Webhooks";

export const webhookFormat = z.enum(["standard", "slack"]);
export type WebhookFormat = z.infer<typeof webhookFormat>;
const lastError = z.object({ reason: failureReason, message: z.string() }).nullable();
const format = webhookFormat.describe(
  "`standard`: the event, signed by the Standard Webhooks rules. `slack`: `{text}` with a line for people, unsigned, as chats take it.",
);

export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(eventType).describe("The types of events that it delivers."),
    projectSlug: z.string().optional().describe("The one project whose events it delivers."),
    format,
    enabled: z.boolean(),
    createdAt: dateTime(),
    disabledReason: z
      .string()
      .optional()
      .describe("The reason why the service switched it off; a sentence for people."),
    lastError: lastError.describe("Why an event waits to be sent again; null if none does."),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

export const deliveryState = z.enum(["pending", "delivered", "failed"]);
export type DeliveryState = z.infer<typeof deliveryState>;

export const WebhookDelivery = z
  .object({
    id: z.string().describe("The `webhook-id` of each of its attempts."),
    eventSeq: z.int().describe("The number of the event."),
    type: eventType,
    state: deliveryState,
    attempts: z.int(),
    lastStatus: z
      .int()
      .optional()
      .describe("The status of the last answer; absent where none came to the last attempt."),
    lastError: lastError.describe(
      "Why the last attempt failed; null if it did not, and before the first one.",
    ),
    nextAttemptAt: dateTime()
      .optional()
      .describe("Absent if none is to come, or if it waits for an earlier event of the same subject."),
    createdAt: dateTime(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const params = z.strictObject({ id: z.string().describe("The webhook's id.") });
const deliveryParams = params.extend({ deliveryId: z.string().describe("The delivery's id.") });
const secret = z
  .string()
  .describe("The signing key, shown only in this answer. A webhook with `format: slack` has none.");

const url = webAddress();

/** Delivered event types, without duplicates. */
const events = z
  .array(eventType)
  .min(1)
  .max(eventType.options.length)
  .transform((types) => [...new Set(types)]);

export const listWebhooks = endpoint({
  id: "webhooks.list",
  method: "GET",
  path: "/v1/webhooks",
  summary: "List webhooks",
  description: "Members see their own, owners those of everybody.",
  tag,
  query: z.strictObject(page),
  reply: z.object({ webhooks: z.array(Webhook), nextCursor }),
});

export const getWebhook = endpoint({
  id: "webhooks.get",
  method: "GET",
  path: "/v1/webhooks/{id}",
  summary: "Read a webhook",
  description: "For the member who made it, and for owners.",
  tag,
  params: params,
  reply: z.object({ webhook: Webhook }),
  errors: ["not_found"],
});

export const createWebhook = endpoint({
  id: "webhooks.create",
  method: "POST",
  path: "/v1/webhooks",
  summary: "Have events sent to an address",
  description:
    "Each event is sent as `POST` by the Standard Webhooks rules (`webhook-id`, `webhook-timestamp`, `webhook-signature`), as `GET /v1/events` shows it to the member who made the webhook. Any 2xx within 15 seconds counts; redirects are not followed. Others are repeated for three days. 410 switches the webhook off, as 20 deliveries do that failed for good. Events about one subject come in order, and may come twice, with the same `webhook-id`.",
  tag,
  body: z.strictObject({
    url: url.describe("It may not lead into a private network."),
    events: events.optional().describe("The types of events; by default all of them, including future ones."),
    projectSlug: z.string().optional().describe("Only events of this project."),
    format: format.optional().describe("`standard` by default. It can't be changed."),
  }),
  reply: z.object({ webhook: Webhook, secret: secret.optional() }),
  status: 201,
  errors: ["not_found", "forbidden", "too_many_webhooks"],
});

export const updateWebhook = endpoint({
  id: "webhooks.update",
  method: "PATCH",
  path: "/v1/webhooks/{id}",
  summary: "Change a webhook, switch it off or on, or give it another secret",
  description:
    "For the member who made it. Switched on again, it delivers what comes from then on. `rotateSecret` answers a new `secret`; the old one signs along for 24 hours.",
  tag,
  params,
  body: z.strictObject({
    url: url.optional(),
    events: events.optional(),
    enabled: z.boolean().optional(),
    rotateSecret: z.boolean().optional(),
  }),
  reply: z.object({ webhook: Webhook, secret: secret.optional() }),
  errors: ["not_found", "forbidden"],
});

export const deleteWebhook = endpoint({
  id: "webhooks.delete",
  method: "DELETE",
  path: "/v1/webhooks/{id}",
  summary: "Delete a webhook",
  description: "For the member who made it, and for owners.",
  tag,
  params,
  reply: Deleted,
  errors: ["not_found", "forbidden"],
});

export const listDeliveries = endpoint({
  id: "webhooks.deliveries",
  method: "GET",
  path: "/v1/webhooks/{id}/deliveries",
  summary: "List what a webhook delivered, the newest first",
  description: "Kept for 30 days. Events that the webhook's member can no longer read are left out.",
  tag,
  params,
  query: z.strictObject(page),
  reply: z.object({ deliveries: z.array(WebhookDelivery), nextCursor }),
  errors: ["not_found"],
});

export const redeliverWebhook = endpoint({
  id: "webhooks.redeliver",
  method: "POST",
  path: "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver",
  summary: "Deliver an event again, now",
  description:
    "For the member who made the webhook. It has the same `webhook-id`, and waits for no other delivery.",
  tag,
  params: deliveryParams,
  reply: z.object({ delivery: WebhookDelivery }),
  errors: ["not_found", "forbidden", "webhook_off"],
});

export const getDelivery = endpoint({
  id: "webhooks.getDelivery",
  method: "GET",
  path: "/v1/webhooks/{id}/deliveries/{deliveryId}",
  summary: "Read a delivery with its request",
  description:
    "The request is shown as the webhook's member can read the event now. For those who can read the event, too.",
  tag,
  params: deliveryParams,
  reply: z.object({
    delivery: WebhookDelivery,
    request: z
      .object({
        url: z.string(),
        headers: z
          .record(z.string(), z.string())
          .describe("Of the last attempt. The signature is shown to the webhook's member only."),
        body: z.string(),
      })
      .meta({ id: "WebhookRequest" }),
  }),
  errors: ["not_found"],
});

export const testWebhook = endpoint({
  id: "webhooks.test",
  method: "POST",
  path: "/v1/webhooks/{id}/test",
  summary: "Send a test to a webhook",
  description:
    "For the member who made it. Delivers an event `webhook.tested`, whatever types the webhook delivers, with the same log and retries.",
  tag,
  params,
  reply: z.object({ delivery: WebhookDelivery }),
  errors: ["not_found", "forbidden", "webhook_off"],
});
