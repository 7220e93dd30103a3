import { readNotifications } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, showsNothing } from "../../dispatch/handlers.ts";
import { now } from "../../ids.ts";
import { isOneOf, isOneOfList, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { countUnread, largestNumber } from "./store.ts";

/** The items that one transaction marks, so that others wait for some milliseconds only. */
const markedAtOnce = 1000;

interface Marking {
  actor: Actor;
  /** The number of the last item that was looked at. */
  after: number;
  ids?: string[] | undefined;
  upTo?: string | undefined;
}

/**
 * Marks items as read that the caller can read now, and counts those that were not. What the caller can't read stays as
 * it is, and is unread when it comes back. It is an action, since a full inbox is marked piece by piece.
 */
export const notificationsRead = action(
  readNotifications,
  async ({ writer }: Pick<Context, "writer">, actor, { body }) => {
    for (let [count, after] = [0, 0]; ; ) {
      const marked = await writer.run(markItems, { actor, after, ...body });
      count += marked.count;
      if (marked.count < markedAtOnce) return { body: { count } };
      after = marked.last;
    }
  },
  { shows: showsNothing },
);

/** Marks the oldest items of those that are meant and come after a number; returns how many, and the last one's number. */
export const markItems = command(
  "inbox.mark",
  ({ actor }: Marking) => actor.workspaceId,
  async (tx: Tx, { actor: before, after, ids, upTo }: Marking) => {
    const { workspaceId: workspace_id, userId: user_id } = await reloadActor(tx, before);
    const { hidden, unread } = await countUnread(tx, { workspaceId: workspace_id, userId: user_id });
    if (unread === 0) return { count: 0, last: after };
    const items = await tx
      .selectFrom("inbox_items")
      .select(["seq", "root_id"])
      .where("workspace_id", "=", workspace_id)
      .where("user_id", "=", user_id)
      .where("is_read", "=", sql.lit(0))
      .where("seq", ">", after)
      .where(
        ids === undefined
          ? sql<boolean>`seq <= ${Math.min(Number(upTo), largestNumber)}`
          : isOneOf(tx, "id", [...new Set(ids)]),
      )
      .where(sql<boolean>`not ${isOneOfList(tx, "root_id", hidden)}`)
      .orderBy("seq")
      .limit(markedAtOnce)
      .execute();
    if (items.length === 0) return { count: 0, last: after };
    const seqs = items.map(({ seq }) => seq);
    const marked = tx
      .selectFrom("inbox_items")
      .where("workspace_id", "=", workspace_id)
      .where("user_id", "=", user_id)
      .where(isOneOf(tx, "seq", seqs));
    const read_at = now();
    await tx
      .insertInto("inbox_marks")
      .columns(["workspace_id", "user_id", "seq", "read_at"])
      .expression(marked.select(["workspace_id", "user_id", "seq", sql<string>`${read_at}`.as("read_at")]))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .updateTable("inbox_items")
      .set({ is_read: 1 })
      .where("workspace_id", "=", workspace_id)
      .where("user_id", "=", user_id)
      .where(isOneOf(tx, "seq", seqs))
      .execute();
    for (const [root_id, own] of Map.groupBy(items, (item) => item.root_id))
      await tx
        .updateTable("inbox_roots")
        .set((set) => ({ unread: set("unread", "-", own.length) }))
        .where("workspace_id", "=", workspace_id)
        .where("user_id", "=", user_id)
        .where("root_id", "=", root_id)
        .execute();
    return { count: items.length, last: seqs.at(-1) ?? after };
  },
);
