import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isOneOf, type Tx } from "../storage/dialect.ts";
import { type Param, statement } from "../storage/statement.ts";
import type { ItemLocation } from "./add-items.ts";

/** Items of plans, documents, one suggestion, or of a project outside of plans. */
export type Items =
  | { plans: readonly string[] }
  | { documents: readonly string[] }
  | { suggestion: string; of: string }
  | { project: string };

/** Moves the items of a moved plan or spec to a location, which decides who can read them. */
export async function moveItems(
  tx: Tx,
  workspaceId: string,
  items: Items,
  location: Pick<ItemLocation, "root_id"> & Partial<ItemLocation>,
): Promise<void> {
  const moved = await countsOf(tx, workspaceId, items);
  if (moved.length === 0) return;
  await tx
    .updateTable("inbox_items")
    .set(location)
    .where("workspace_id", "=", workspaceId)
    .where(which(tx, items))
    .execute();
  await lower(tx, workspaceId, moved);
  for (const { user_id, items: count, unread } of moved)
    await raise(tx, { workspaceId, userId: user_id, rootId: location.root_id, items: count, unread });
}

/** Removes the items of deleted resources from all inboxes, with their read states. */
export async function forgetItems(tx: Tx, workspaceId: string, items: Items): Promise<void> {
  const gone = await countsOf(tx, workspaceId, items);
  if (gone.length === 0) return;
  await forgetMarks(tx, workspaceId, items);
  await tx
    .deleteFrom("inbox_items")
    .where("workspace_id", "=", workspaceId)
    .where(which(tx, items))
    .execute();
  await lower(tx, workspaceId, gone);
}

async function forgetMarks(tx: Tx, workspaceId: string, items: Items): Promise<void> {
  const read = await tx
    .selectFrom("inbox_items")
    .select(["user_id", "seq"])
    .where("workspace_id", "=", workspaceId)
    .where(which(tx, items))
    .where("is_read", "=", 1)
    .execute();
  for (const [userId, own] of Map.groupBy(read, ({ user_id }) => user_id)) {
    const seqs = own.map(({ seq }) => seq);
    await tx
      .deleteFrom("inbox_marks")
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .where(isOneOf(tx, "seq", seqs))
      .execute();
  }
}

function which(tx: Tx, items: Items): RawBuilder<SqlBool> {
  if ("plans" in items) return isOneOf(tx, "inbox_items.plan_id", items.plans);
  if ("suggestion" in items)
    return sql<SqlBool>`inbox_items.document_id = ${items.of} and exists (select 1 from events
      where events.workspace_id = inbox_items.workspace_id and events.seq = inbox_items.seq
        and events.subject_id = ${items.suggestion})`;
  if ("documents" in items) return isOneOf(tx, "inbox_items.document_id", items.documents);
  return sql<SqlBool>`inbox_items.root_id = ${items.project}`;
}

/** Counts items by user and root. */
async function countsOf(tx: Tx, workspaceId: string, items: Items) {
  // Materialized, since SQLite would group by walking all items of the workspace.
  const rows = await tx
    .with(
      (name) => name("counted").materialized(),
      (query) =>
        query
          .selectFrom("inbox_items")
          .select(["user_id", "root_id", "is_read"])
          .where("workspace_id", "=", workspaceId)
          .where(which(tx, items)),
    )
    .selectFrom("counted")
    .select(["user_id", "root_id"])
    .select((row) => [row.fn.countAll().as("items"), row.fn.sum("is_read").as("read")])
    .groupBy(["user_id", "root_id"])
    .execute();
  return rows.map(({ user_id, root_id, ...row }) => ({
    user_id,
    root_id,
    items: Number(row.items),
    unread: Number(row.items) - Number(row.read),
  }));
}

type Counts = Awaited<ReturnType<typeof countsOf>>;

async function lower(tx: Tx, workspaceId: string, counts: Counts): Promise<void> {
  for (const { user_id: userId, root_id: rootId, items, unread } of counts) {
    await raise(tx, { workspaceId, userId, rootId, items: -items, unread: -unread });
    await dropEmpty(tx, { workspaceId, userId, rootId });
  }
}

interface Change {
  workspaceId: string;
  userId: string;
  rootId: string;
  items: number;
  unread: number;
}

const raise = statement((tx, param: Param<Change>) =>
  tx
    .insertInto("inbox_roots")
    .values({
      workspace_id: param("workspaceId"),
      user_id: param("userId"),
      root_id: param("rootId"),
      items: param("items"),
      unread: param("unread"),
    })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "user_id", "root_id"]).doUpdateSet((set) => ({
        items: sql<number>`${set.ref("inbox_roots.items")} + ${set.ref("excluded.items")}`,
        unread: sql<number>`${set.ref("inbox_roots.unread")} + ${set.ref("excluded.unread")}`,
      })),
    ),
);

const dropEmpty = statement((tx, param: Param<Omit<Change, "items" | "unread">>) =>
  tx
    .deleteFrom("inbox_roots")
    .where("workspace_id", "=", param("workspaceId"))
    .where("user_id", "=", param("userId"))
    .where("root_id", "=", param("rootId"))
    .where("items", "=", 0),
);
