import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { claimDeliveries } from "./claim.ts";
import { saveWebhook, webhookCreate } from "./create-webhook.ts";
import { webhookDelete } from "./delete-webhook.ts";
import { startDeliveryLoop } from "./delivery-loop.ts";
import { deliveriesList } from "./list-deliveries.ts";
import { webhookGet, webhooksList } from "./list-webhooks.ts";
import { makeStrandedDue } from "./move-stranded.ts";
import { insertDeliveries } from "./plan-deliveries.ts";
import { webhookRedeliver } from "./redeliver.ts";
import { settleAndPause, settleDelivery } from "./settle.ts";
import { sweepDeliveries, sweepDeliveriesJob } from "./sweep.ts";
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
  ],
  commands: [
    ...[saveWebhook, changeOwnWebhook, insertDeliveries, claimDeliveries, settleDelivery, settleAndPause],
    ...[makeStrandedDue, sweepDeliveries],
  ],
  jobs: { "webhooks.sweep": { run: sweepDeliveriesJob, attempts: 10, everySeconds: 3600 } },
  background: startDeliveryLoop,
  tables: {
    // Without its secret a webhook can't sign and is restored paused.
    webhooks: {
      keptWith: {
        sealed_secrets: null,
        enabled: 0,
        disabled_reason:
          "It was restored from a backup without its secret. Give it another one with `rotateSecret`, and switch it on.",
      },
    },
    webhook_deliveries: "secret",
  },
  events: ["webhook.created", "webhook.updated", "webhook.deleted", "webhook.paused"],
};
