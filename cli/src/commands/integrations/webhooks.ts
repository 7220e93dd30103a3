import {
  createWebhook,
  deleteWebhook,
  type EventType,
  eventType,
  getWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
  type WebhookFormat,
  webhookFormat,
} from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { listing } from "../../group.ts";
import { jsonOption, yesOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { openSession } from "../../session.ts";
import { asEventType } from "../history/event-words.ts";
import { listDeliveries, redeliver, testWebhook } from "./deliveries.ts";

interface Options {
  events?: EventType[];
  project?: string;
  format?: WebhookFormat;
  url?: string;
  on?: true;
  off?: true;
  newSecret?: true;
  yes?: true;
  json?: true;
}

const about = "its id, as `groundplan webhooks` lists it";
const eventsOption = () =>
  new Option(
    "--events <type...>",
    "only these types of events, such as spec.updated; all if omitted",
  ).argParser((types: string, before: EventType[] | undefined) => [
    ...(before ?? []),
    ...types.split(",").map(asEventType),
  ]);

const list = () =>
  command("list", "list your webhooks; owners see all", "groundplan webhooks")
    .addOption(jsonOption("{webhooks}"))
    .action(({ json }: Options) =>
      sayList(openSession().client, listWebhooks, {}, "webhooks", {
        json,
        none: "There are no webhooks. `groundplan webhooks create URL` makes one.",
        columns: {
          ID: ({ id }) => id,
          STATE: stateOf,
          PROJECT: ({ projectSlug }) => projectSlug ?? "all",
          EVENTS: ({ events }) => (events.length === eventType.options.length ? "all" : events.join(", ")),
          ADDRESS: ({ url }) => url,
          FAILURE: ({ lastError }) => lastError?.message,
        },
      }),
    );

const show = () =>
  command("show", "show a webhook", "groundplan webhooks show ID")
    .argument("<webhook>", about)
    .addOption(jsonOption("{webhook}"))
    .action(async (id: string, { json }: Options) => {
      const found = await openSession().client.call(getWebhook, { params: { id } });
      if (json) return sayJson(found);
      sayWebhook(found.webhook);
    });

const create = () =>
  command(
    "create",
    "have events sent to an address; the secret is shown only once",
    "groundplan webhooks create https://ci.example.com/hook --events spec.updated plan.status_changed",
    "groundplan webhooks create https://hooks.slack.com/services/… --format slack --project web",
  )
    .argument("<url>", "the address that gets them")
    .addOption(eventsOption())
    .option("--project <slug>", "only events of this project")
    .addOption(new Option("--format <format>", "slack is a line for people").choices(webhookFormat.options))
    .addOption(jsonOption("{webhook, secret?}"))
    .action(async (url: string, { events, project, format, json }: Options) => {
      const body = { url, events, projectSlug: project, format };
      const made = await openSession().client.call(createWebhook, { body });
      if (json) return sayJson(made);
      sayWebhook(made.webhook);
      if (made.secret !== undefined) say("Its secret is shown only once:", printable(`  ${made.secret}`));
    });

const edit = () =>
  command(
    "edit",
    "change a webhook, switch it off or on, or give it another secret",
    "groundplan webhooks edit ID --off",
    "groundplan webhooks edit ID --new-secret",
  )
    .argument("<webhook>", about)
    .option("--url <url>", "its new address")
    .addOption(eventsOption())
    .addOption(new Option("--on", "switch it on").conflicts("off"))
    .option("--off", "switch it off")
    .option("--new-secret", "the old one signs along for a day")
    .addOption(jsonOption("{webhook, secret?}"))
    .action(async (id: string, { url, events, on, off, newSecret, json }: Options) => {
      const body = { url, events, enabled: on ?? (off ? false : undefined), rotateSecret: newSecret };
      const changed = await openSession().client.call(updateWebhook, { params: { id }, body });
      if (json) return sayJson(changed);
      sayWebhook(changed.webhook);
      if (changed.secret !== undefined)
        say("Its new secret is shown only once:", printable(`  ${changed.secret}`));
    });

const remove = () =>
  command("delete", "delete a webhook", "groundplan webhooks delete ID --yes")
    .argument("<webhook>", about)
    .addOption(yesOption())
    .addOption(jsonOption("{deleted}"))
    .action(async (id: string, { yes, json }: Options) => {
      const { client } = openSession();
      await confirm("This deletes the webhook with its log.", yes);
      const answer = await client.call(deleteWebhook, { params: { id } });
      if (json) return sayJson(answer);
      say("The webhook is deleted.");
    });

export const webhooks = () =>
  listing(
    "webhooks",
    "events that are sent elsewhere",
    list(),
    show(),
    create(),
    edit(),
    remove(),
    testWebhook(),
    listDeliveries(),
    redeliver(),
  );

function stateOf({ enabled, lastError }: Webhook): string {
  return `${enabled ? "on" : "off"}${lastError === null ? "" : ", failing"}`;
}

function sayWebhook(webhook: Webhook): void {
  say(printable(`${webhook.id}  ${stateOf(webhook)}  ${webhook.url}`));
  for (const why of [webhook.disabledReason, webhook.lastError?.message])
    if (why !== undefined) say(printable(why));
}
