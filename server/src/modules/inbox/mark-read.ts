import { readNotifications } from "@groundplan/contract";
import { sql } from "kysely";
import { post, showsNothing } from "../../dispatch/handlers.ts";
import { now } from "../../ids.ts";
import { isOneOf, isOneOfList } from "../../storage/dialect.ts";
import { countUnread, largestNumber } from "./store.ts";

/**
 * Marks items as read that the caller can read now, and counts those that were not. What the caller can't read stays as
 * it is, and is unread when it comes back.
 */
export const notificationsRead = post(readNotifications, showsNothing, async (tx, actor, { body }) => {
  const { workspaceId: workspace_id, userId: user_id } = actor;
  const { hidden } = await countUnread(tx, actor);
  const which =
    body.ids === undefined
      ? sql<boolean>`seq <= ${Math.min(Number(body.upTo), largestNumber)}`
      : isOneOf(tx, "id", [...new Set(body.ids)]);
  const unread = tx
    .selectFrom("inbox_items")
    .where("workspace_id", "=", workspace_id)
    .where("user_id", "=", user_id)
    .where("is_read", "=", sql.lit(0))
    .where(which)
    .where(sql<boolean>`not ${isOneOfList(tx, "root_id", hidden)}`);
  const counts = await unread
    .select((row) => ["root_id", row.fn.countAll().as("count")])
    .groupBy("root_id")
    .execute();
  if (counts.length === 0) return { count: 0 };
  const read_at = now();
  await tx
    .insertInto("inbox_marks")
    .columns(["workspace_id", "user_id", "seq", "read_at"])
    .expression(unread.select(["workspace_id", "user_id", "seq", sql<string>`${read_at}`.as("read_at")]))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable("inbox_items")
    .set({ is_read: 1 })
    .where("workspace_id", "=", workspace_id)
    .where("user_id", "=", user_id)
    .where("is_read", "=", sql.lit(0))
    .where(which)
    .where(sql<boolean>`not ${isOneOfList(tx, "root_id", hidden)}`)
    .execute();
  for (const { root_id, count } of counts)
    await tx
      .updateTable("inbox_roots")
      .set((set) => ({ unread: set("unread", "-", Number(count)) }))
      .where("workspace_id", "=", workspace_id)
      .where("user_id", "=", user_id)
      .where("root_id", "=", root_id)
      .execute();
  return { count: counts.reduce((sum, { count }) => sum + Number(count), 0) };
});
