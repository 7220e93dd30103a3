import { OutboundError, sentenceOf } from "../../../outbound/errors.ts";
import { measured } from "../../../outbound/measured.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { readableEvents } from "../reader.ts";
import { type DeliveryRow, findWebhook, type WebhookRow } from "../store.ts";
import { messageOf } from "./message.ts";
import type { Outcome } from "./settle.ts";

/** Bytes read of an answer, of which only the status counts. */
const mostBytes = 64 * 1024;

/** Attempts a delivery of the member's current view of the event. */
export async function attempt(
  context: Context,
  { workspace_id: workspaceId, webhook_id: webhookId, id, event_seq: seq }: DeliveryRow,
  stopping: AbortSignal,
): Promise<Outcome> {
  const key = { workspaceId, webhookId };
  const webhook = await findWebhook(context.db, key);
  if (!webhook || webhook.enabled === 0) return { kind: "stopped" };
  if (webhook.format === "standard" && webhook.sealed_secrets === null) return { kind: "stopped" };
  if (await hasLostItsApp(context.db, webhook)) return { kind: "app_ended" };
  const readable = (await readableEvents(context.db, webhook, [seq])).get(seq);
  if (!readable) return { kind: "dropped" };
  const message = await messageOf(context, webhook, { id, at: new Date() }, readable);
  return send(context, webhook.url, message, stopping);
}

async function send(
  context: Context,
  url: string,
  message: { headers: Record<string, string>; body: string },
  stopping: AbortSignal,
): Promise<Outcome> {
  if (stopping.aborted) return { kind: "stopped" };
  const ending = new AbortController();
  const end = () => ending.abort(new OutboundError("timeout"));
  const timer = setTimeout(end, context.config.webhookTimeoutMs);
  stopping.addEventListener("abort", end);
  try {
    const { status } = await measured(
      context,
      "webhook",
      context.outbound.fetch,
    )(url, {
      method: "POST",
      ...message,
      redirect: "manual",
      signal: ending.signal,
      statusOnly: true,
      maxBytes: mostBytes,
    });
    if (status >= 200 && status < 300) return { kind: "delivered", status };
    const reason = status >= 300 && status < 400 ? "redirect" : "status";
    const host = new URL(url).host;
    context.log.warn({ host, reason, status, message: sentenceOf(reason) }, "a webhook was not taken");
    return { kind: "refused", status, reason };
  } catch (error) {
    if (stopping.aborted) return { kind: "stopped" };
    if (!(error instanceof OutboundError)) throw error;
    return { kind: "refused", status: null, reason: error.reason };
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener("abort", end);
  }
}

/** Tests for a webhook whose app's connection has ended. */
async function hasLostItsApp(db: Db, { workspace_id, connection_id }: WebhookRow): Promise<boolean> {
  if (connection_id === null) return false;
  const connection = await db
    .selectFrom("oauth_connections")
    .select("id")
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", connection_id)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", new Date().toISOString())
    .executeTakeFirst();
  return connection === undefined;
}
