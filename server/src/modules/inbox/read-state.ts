import { sql } from "kysely";
import { now } from "../../ids.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

/** A read state. Snoozed items count as read until they return. */
export type ReadState = "read" | "unread" | { snoozedUntil: string };

/** Sets a user's read states and updates the counters. */
export async function mark(
  tx: Tx,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  items: readonly Pick<Tables["inbox_items"], "seq" | "root_id" | "is_read">[],
  as: ReadState,
): Promise<void> {
  if (items.length === 0) return;
  const seqs = items.map(({ seq }) => seq);
  const snoozed_until = typeof as === "object" ? as.snoozedUntil : null;
  const is_read = as === "unread" ? 0 : 1;
  if (as === "unread")
    await tx
      .deleteFrom("inbox_marks")
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .where(isOneOf(tx, "seq", seqs))
      .execute();
  else await addMarks(tx, { workspaceId, userId, seqs, snoozed_until });
  await tx
    .updateTable("inbox_items")
    .set({ is_read, snoozed_until })
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .where(isOneOf(tx, "seq", seqs))
    .execute();
  for (const [rootId, own] of Map.groupBy(items, ({ root_id }) => root_id)) {
    const more = own.reduce((sum, item) => sum + item.is_read - is_read, 0);
    if (more === 0) continue;
    await tx
      .updateTable("inbox_roots")
      .set((set) => ({ unread: set("unread", "+", more) }))
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .where("root_id", "=", rootId)
      .execute();
  }
}

async function addMarks(
  tx: Tx,
  key: { workspaceId: string; userId: string; seqs: readonly number[]; snoozed_until: string | null },
): Promise<void> {
  const { workspaceId, userId, seqs, snoozed_until } = key;
  const marked = tx
    .selectFrom("inbox_items")
    .select(["workspace_id", "user_id", "seq"])
    .select([sql<string>`${now()}`.as("read_at"), sql<string | null>`${snoozed_until}`.as("snoozed_until")])
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .where(isOneOf(tx, "seq", seqs));
  await tx
    .insertInto("inbox_marks")
    .columns(["workspace_id", "user_id", "seq", "read_at", "snoozed_until"])
    .expression(marked)
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "user_id", "seq"]).doUpdateSet({ snoozed_until }),
    )
    .execute();
}
