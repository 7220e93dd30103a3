import { getWebhook, listWebhooks } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { type Key, pageOf } from "../paging.ts";
import { readableWebhook } from "./access.ts";
import { presentTo } from "./present.ts";
import { listWebhookRows } from "./store.ts";

/** Lists webhooks by creation: one's own, or all for owners. */
export const webhooksList = read(listWebhooks, async (db, actor, { query }) => {
  const { workspaceId } = actor;
  const userId = actor.role === "OWNER" ? null : actor.userId;
  const list = JSON.stringify([listWebhooks.id, workspaceId, userId]);
  const fetch = ([after = ""]: Key, limit: number) =>
    listWebhookRows(db, { workspaceId, userId }, String(after), limit);
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id]);
  return { webhooks: rows.map((row) => presentTo(actor, row)), ...next };
});

export const webhookGet = read(getWebhook, async (db, actor, { params }) => ({
  webhook: presentTo(actor, await readableWebhook(db, actor, params.id)),
}));
