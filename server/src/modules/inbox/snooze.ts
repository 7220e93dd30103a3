import { snoozeNotifications, unreadNotifications } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { disclosesNothing, post } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { now } from "../../ids.ts";
import { isOneOf, isOneOfList, type Tx } from "../../storage/dialect.ts";
import { mark } from "./read-state.ts";
import { countUnread } from "./store.ts";
import { wakeAt } from "./wake.ts";

/** Marks readable items as unread, which also ends snoozing. */
export const notificationsUnread = post(
  unreadNotifications,
  disclosesNothing,
  async (tx, actor, { body }) => {
    const items = (await ownItems(tx, actor, body.ids)).filter(({ is_read }) => is_read === 1);
    await mark(tx, actor, items, "unread");
    return { count: items.length };
  },
);

/** Snoozes readable items and enqueues the job that returns them. */
export const notificationsSnooze = post(
  snoozeNotifications,
  disclosesNothing,
  async (tx, actor, { body }) => {
    const until = new Date(body.until).toISOString();
    if (until <= now()) throw invalid("/until", "must lie in the future");
    const items = await ownItems(tx, actor, body.ids);
    if (items.length === 0) return { count: 0 };
    await mark(tx, actor, items, { snoozedUntil: until });
    await wakeAt(tx, actor.workspaceId, until);
    return { count: items.length };
  },
);

async function ownItems(tx: Tx, actor: Actor, ids: readonly string[]) {
  const { hidden } = await countUnread(tx, actor);
  return tx
    .selectFrom("inbox_items")
    .select(["seq", "root_id", "is_read"])
    .where("workspace_id", "=", actor.workspaceId)
    .where("user_id", "=", actor.userId)
    .where(isOneOf(tx, "id", [...new Set(ids)]))
    .where("outside", "=", 0)
    .where(sql<boolean>`not ${isOneOfList(tx, "root_id", hidden)}`)
    .execute();
}
