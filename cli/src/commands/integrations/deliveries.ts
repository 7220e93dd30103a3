import {
  getDelivery,
  listDeliveries as list,
  redeliverWebhook,
  testWebhook as test,
} from "@groundplan/contract";
import { command } from "../../command.ts";
import { jsonOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { openSession } from "../../session.ts";

interface Json {
  json?: true;
}

const about = "its id, as `groundplan webhooks` lists it";
const ofDelivery = "its id, as `groundplan webhooks deliveries WEBHOOK` lists it";

export const testWebhook = () =>
  command("test", "send a test to a webhook", "groundplan webhooks test ID")
    .argument("<webhook>", about)
    .addOption(jsonOption("{delivery}"))
    .action(async (id: string, { json }: Json) => {
      const sent = await openSession().client.call(test, { params: { id } });
      if (json) return sayJson(sent);
      say(
        `The test ${sent.delivery.id} is ${sent.delivery.state}. \`groundplan webhooks deliveries ${id}\` lists it.`,
      );
    });

export const listDeliveries = () =>
  command(
    "deliveries",
    "list what a webhook delivered, the newest first, or show one with its request",
    "groundplan webhooks deliveries ID",
    "groundplan webhooks deliveries ID DELIVERY",
  )
    .argument("<webhook>", about)
    .argument("[delivery]", "the one to show")
    .addOption(jsonOption("{deliveries}, or {delivery, request}"))
    .action(async (id: string, deliveryId: string | undefined, { json }: Json) => {
      const { client } = openSession();
      if (deliveryId !== undefined) {
        const found = await client.call(getDelivery, { params: { id, deliveryId } });
        if (json) return sayJson(found);
        const { delivery, request } = found;
        say(`${delivery.type}  ${delivery.state}, tries: ${delivery.attempts}`);
        if (delivery.lastError) say(printable(delivery.lastError.message));
        say(...Object.entries(request.headers).map(([name, value]) => printable(`${name}: ${value}`)));
        return say("", printable(request.body));
      }
      await sayList(client, list, { params: { id } }, "deliveries", {
        json,
        none: "Nothing was delivered yet. `groundplan webhooks test ID` sends a test.",
        columns: {
          ID: ({ id: of }) => of,
          EVENT: ({ type }) => type,
          STATE: ({ state }) => state,
          TRIES: ({ attempts }) => attempts,
          ANSWER: ({ lastStatus }) => lastStatus,
          WHEN: ({ createdAt }) => createdAt,
        },
      });
    });

export const redeliver = () =>
  command("redeliver", "deliver an event again, now", "groundplan webhooks redeliver ID DELIVERY")
    .argument("<webhook>", about)
    .argument("<delivery>", ofDelivery)
    .addOption(jsonOption("{delivery}"))
    .action(async (id: string, deliveryId: string, { json }: Json) => {
      const sent = await openSession().client.call(redeliverWebhook, { params: { id, deliveryId } });
      if (json) return sayJson(sent);
      say(`The delivery is ${sent.delivery.state}.`);
    });
