import { listDeliveries } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { type Key, pageOf } from "../paging.ts";
import { readableWebhook } from "./access.ts";
import { presentDelivery } from "./present.ts";
import { readableEvents } from "./reader.ts";
import { listDeliveryRows } from "./store.ts";

/** Lists a webhook's deliveries, newest first, of events that its member can read. */
export const deliveriesList = read(listDeliveries, async (db, actor, { params, query }) => {
  const webhook = await readableWebhook(db, actor, params.id);
  const { workspaceId } = actor;
  const list = JSON.stringify([listDeliveries.id, workspaceId, webhook.id]);
  const fetch = ([before]: Key, limit: number) =>
    listDeliveryRows(db, { workspaceId, webhookId: webhook.id }, before, limit);
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id]);
  const readable = await readableEvents(
    db,
    webhook,
    rows.map(({ event_seq }) => event_seq),
  );
  return {
    deliveries: rows.filter(({ event_seq }) => readable.has(event_seq)).map(presentDelivery),
    ...next,
  };
});
