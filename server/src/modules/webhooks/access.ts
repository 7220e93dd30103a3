import type { Actor } from "../../actor.ts";
import { forbidden, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { requireMember } from "../projects/access.ts";
import { findWebhook, type ShownWebhook } from "./store.ts";

/** Returns a webhook visible to the actor: their own, or any for owners; 404 otherwise. */
export async function readableWebhook(db: Db, actor: Actor, webhookId: string): Promise<ShownWebhook> {
  const webhook = await findWebhook(db, { workspaceId: actor.workspaceId, webhookId });
  if (!webhook || (webhook.user_id !== actor.userId && actor.role !== "OWNER")) throw notFound("webhook");
  return webhook;
}

/** Returns the member's own webhook for a change. Viewers may only end deliveries. */
export async function ownWebhook(
  db: Db,
  actor: Actor,
  webhookId: string,
  ends = false,
): Promise<ShownWebhook> {
  const webhook = await readableWebhook(db, actor, webhookId);
  if (!ends) requireMember(actor);
  if (webhook.user_id !== actor.userId)
    throw forbidden("Only the member who made the webhook can change it. An owner can delete it.");
  return webhook;
}
