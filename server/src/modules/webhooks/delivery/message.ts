import type { Context } from "../../context.ts";
import { presentEvent } from "../../history/present.ts";
import type { ReadableEvent } from "../reader.ts";
import { signingSecrets } from "../secrets.ts";
import type { ShownWebhook } from "../store.ts";
import { signatures } from "./sign.ts";
import { slackText } from "./slack-text.ts";

export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** Returns a delivery's message at a time: the member's view of the event, signed, or a line for a chat. */
export async function messageOf(
  context: Context,
  webhook: ShownWebhook,
  { id, at }: { id: string; at: Date },
  readable: ReadableEvent,
): Promise<Message> {
  const type = { "content-type": "application/json; charset=utf-8" };
  if (webhook.format === "slack")
    return { headers: type, body: JSON.stringify({ text: await slackText(context, webhook, readable) }) };
  const body = JSON.stringify(presentEvent(readable.event, readable.seen));
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = { workspaceId: webhook.workspace_id, webhookId: webhook.id };
  const secrets =
    webhook.sealed_secrets === null ? [] : await signingSecrets(context, key, webhook.sealed_secrets);
  const headers = {
    ...type,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures(secrets, { id, timestamp, body }),
  };
  return { headers, body };
}
