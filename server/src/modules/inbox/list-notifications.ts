import { listNotifications } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { action } from "../../dispatch/handlers.ts";
import type { Context } from "../context.ts";
import { type Key, numberOf, pageOf } from "../paging.ts";
import { presentItems } from "./present.ts";
import { countUnread, type ItemRow, itemsBefore, newest, snoozedBefore, unreadBefore } from "./store.ts";

const keyOf = ({ seq }: ItemRow): Key => [seq];

/** Lists the caller's inbox. An action, since the answer contains the service's address. */
export const notificationsList = action(
  listNotifications,
  async ({ db, publicUrl }: Pick<Context, "db" | "publicUrl">, actor: Actor, { query }) => {
    const { workspaceId, userId } = actor;
    const list = JSON.stringify([
      listNotifications.id,
      workspaceId,
      userId,
      query.unread ?? false,
      query.snoozed ?? false,
    ]);
    const { unread, hidden } = await countUnread(db, actor);
    const readable = { workspaceId, userId, hidden };
    const [top] = await newest(db, readable);
    const select = query.snoozed ? snoozedBefore : query.unread ? unreadBefore : itemsBefore;
    // Skips hidden items newer than the first readable one in one step.
    const end = (top?.seq ?? 0) + 1;
    const fetch = ([before = end]: Key, limit: number) =>
      select(db, { ...readable, before: Math.min(numberOf(before), end), limit });
    const { rows, ...next } = await pageOf(list, query, fetch, keyOf);
    const items = await presentItems(db, workspaceId, publicUrl(), rows);
    return { body: { items, unread, watermark: String(top?.seq ?? 0), ...next } };
  },
);
