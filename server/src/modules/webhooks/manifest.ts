import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { saveWebhook, webhookCreate } from "./create-webhook.ts";
import { webhookDelete } from "./delete-webhook.ts";
import { claimDeliveries } from "./delivery/claim.ts";
import { startDeliveryLoop } from "./delivery/delivery-loop.ts";
import { makeStrandedDue } from "./delivery/move-stranded.ts";
import { insertDeliveries } from "./delivery/plan-deliveries.ts";
import { settleAndPause, settleDelivery } from "./delivery/settle.ts";
import { sweepDeliveries, sweepDeliveriesJob } from "./delivery/sweep.ts";
import { deliveryGet } from "./get-delivery.ts";
import { deliveriesList } from "./list-deliveries.ts";
import { webhookGet, webhooksList } from "./list-webhooks.ts";
import { webhookRedeliver } from "./redeliver.ts";
import { webhookTest } from "./test-webhook.ts";
import { changeOwnWebhook, webhookUpdate } from "./update-webhook.ts";

export const webhooks: Module<Context> = {
  name: "webhooks",
  handlers: [
    webhooksList,
    webhookGet,
    webhookCreate,
    webhookUpdate,
    webhookDelete,
    deliveriesList,
    webhookRedeliver,
    deliveryGet,
    webhookTest,
  ],
  commands: [
    ...[saveWebhook, changeOwnWebhook, insertDeliveries, claimDeliveries, settleDelivery, settleAndPause],
    ...[makeStrandedDue, sweepDeliveries],
  ],
  jobs: { "webhooks.sweep": { run: sweepDeliveriesJob, attempts: 10, everySeconds: 3600 } },
  background: startDeliveryLoop,
  tables: {
    // Without its secret a webhook can't sign, and without its address not reach a chat: it is restored paused.
    webhooks: {
      keptWith: ({ format, url }) => ({
        sealed_secrets: null,
        enabled: 0,
        url: format === "slack" ? new URL("/", url).href : url,
        disabled_reason:
          format === "slack"
            ? "It was restored from a backup without secrets, and its address was one. Give it its whole address again; then switch it on."
            : "It was restored from a backup without secrets. Give it another secret with `rotateSecret`; then switch it on.",
      }),
    },
    webhook_deliveries: "secret",
  },
  events: ["webhook.created", "webhook.updated", "webhook.deleted", "webhook.tested", "webhook.paused"],
};
