import { readNotifications } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import { isOneOf, isOneOfList, type Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { mark } from "./read-state.ts";
import { countUnread, largestNumber } from "./store.ts";

/** Items per transaction, which keeps other writers waiting for milliseconds only. */
const markedAtOnce = 1000;

interface Marking {
  actor: Actor;
  /** Number of the last item considered. */
  after: number;
  ids?: string[] | undefined;
  upTo?: string | undefined;
}

/**
 * Marks readable items as read, and counts those that were unread or snoozed. Unreadable items stay unread.
 * An action, since a full inbox takes several transactions.
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
  { discloses: disclosesNothing },
);

/** Marks the oldest matching items after a number; returns their count and the last number. */
export const markItems = command(
  "inbox.mark",
  ({ actor }: Marking) => actor.workspaceId,
  async (tx: Tx, { actor: before, after, ids, upTo }: Marking) => {
    const { workspaceId, userId } = await reloadActor(tx, before);
    const who = { workspaceId, userId };
    const { hidden, unread } = await countUnread(tx, who);
    if (unread === 0 && ids === undefined) return { count: 0, last: after };
    const items = await tx
      .selectFrom("inbox_items")
      .select(["seq", "root_id", "is_read"])
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .where("seq", ">", after)
      .where(
        ids === undefined
          ? sql<boolean>`is_read = 0 and seq <= ${Math.min(Number(upTo), largestNumber)}`
          : sql<boolean>`(is_read = 0 or snoozed_until is not null) and ${isOneOf(tx, "id", [...new Set(ids)])}`,
      )
      .where(sql<boolean>`not ${isOneOfList(tx, "root_id", hidden)}`)
      .orderBy("seq")
      .limit(markedAtOnce)
      .execute();
    await mark(tx, who, items, "read");
    return { count: items.length, last: items.at(-1)?.seq ?? after };
  },
);
