import { getDelivery } from "@groundplan/contract";
import { action } from "../../dispatch/handlers.ts";
import { notFound } from "../../errors.ts";
import type { Context } from "../context.ts";
import { readableWebhook } from "./access.ts";
import { messageOf } from "./delivery/message.ts";
import { addressFor, presentDelivery } from "./present.ts";
import { readableEvents } from "./reader.ts";
import { findDelivery } from "./store.ts";

/**
 * Answers a delivery with its request, made again from the event: nothing is stored of it. An owner may not
 * read all that another member's webhook delivers. An action, since signing needs the keyring.
 */
export const deliveryGet = action(getDelivery, async (context: Context, actor, { params }) => {
  const { db } = context;
  const webhook = await readableWebhook(db, actor, params.id);
  const key = { workspaceId: actor.workspaceId, webhookId: webhook.id };
  const delivery = await findDelivery(db, key, params.deliveryId);
  if (!delivery) throw notFound("delivery");
  const { id, event_seq: seq, attempted_at } = delivery;
  const readable = (await readableEvents(db, webhook, [seq])).get(seq);
  const isOwn = webhook.user_id === actor.userId;
  const caller = { workspace_id: actor.workspaceId, user_id: actor.userId };
  const mayRead = isOwn || (await readableEvents(db, caller, [seq])).get(seq)?.seen === "whole";
  if (!readable || !mayRead) throw notFound("delivery");
  const at = new Date(attempted_at ?? Date.now());
  const { headers, body } = await messageOf(context, webhook, { id, at }, readable);
  if (!isOwn || attempted_at === null) delete headers["webhook-signature"];
  if (attempted_at === null) delete headers["webhook-timestamp"];
  return {
    body: {
      delivery: presentDelivery(delivery),
      request: { url: addressFor(actor, webhook), headers, body },
    },
  };
});
