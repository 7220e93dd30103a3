import { sql } from "kysely";
import { type Db, type Tx, tableOf } from "../storage/dialect.ts";
import { insertInto } from "../storage/statement.ts";
import type { Tables } from "../storage/tables.ts";
import { itemId } from "./item-id.ts";
import { isPersonal, type Recipient } from "./notifying-types.ts";

/** An event with its recipients. */
export type NotifyingRow = Pick<
  Tables["events"],
  "workspace_id" | "seq" | "type" | "project_id" | "plan_id" | "data" | "created_at"
> & { told: string };

/** The location of an item, which decides who can read it. */
export type ItemLocation = Pick<Tables["inbox_items"], "root_id" | "plan_id">;

/** Returns the location for items of a deleted spec: no plan has its id, so nobody can read them. */
export const locationAsleep = (specId: string): ItemLocation => ({ root_id: specId, plan_id: null });

/** Adds an event to its recipients' inboxes, in its transaction. */
export async function addItems(tx: Tx, row: NotifyingRow): Promise<void> {
  await insertItems(tx, row, await locationOf(tx, row));
}

/** Adds an event to inboxes at a location. `marked` holds read states from before a rebuild. */
export async function insertItems(
  tx: Tx,
  row: NotifyingRow,
  location: ItemLocation,
  marked: ReadonlyMap<string, string | null> = new Map(),
): Promise<void> {
  const { workspace_id, seq } = row;
  const recipients = JSON.parse(row.told) as Recipient[];
  const document_id = documentOf(row);
  await insertRows(
    tx,
    recipients.map(({ userId: user_id, mentioned, outside }) => ({
      workspace_id,
      user_id,
      seq,
      id: itemId(row, user_id),
      ...location,
      document_id,
      mentioned: mentioned ? 1 : 0,
      is_read: outside || marked.has(user_id) ? 1 : 0,
      snoozed_until: marked.get(user_id) ?? null,
      outside: outside ? 1 : 0,
    })),
  );
  for (const unread of [0, 1] as const) {
    const people = recipients.flatMap(({ userId, outside }) =>
      (outside === true || marked.has(userId)) === (unread === 0) ? [userId] : [],
    );
    if (people.length === 0) continue;
    await sql`insert into inbox_roots (workspace_id, user_id, root_id, items, unread)
      select ${workspace_id}, told.value, ${location.root_id}, 1, ${sql.lit(unread)}
      from ${tableOf(tx, people)} as told where true
      on conflict (workspace_id, user_id, root_id) do update
      set items = inbox_roots.items + 1, unread = inbox_roots.unread + excluded.unread`.execute(tx);
  }
}

const insertRows = insertInto("inbox_items");

/** Returns the document of a thread or suggestion event. */
function documentOf({ data }: Pick<NotifyingRow, "data">): string | null {
  const { documentId = null } = JSON.parse(data) as { documentId?: string };
  return documentId;
}

/**
 * Returns the location of a new event. Without a plan it is readable by members while its project exists;
 * personal events by their user only.
 */
async function locationOf(
  tx: Tx,
  { workspace_id, type, plan_id, project_id }: NotifyingRow,
): Promise<ItemLocation> {
  if (isPersonal(type)) return { root_id: workspace_id, plan_id: null };
  const root = plan_id === null ? null : await rootOf(tx, workspace_id, plan_id);
  return { root_id: root ?? project_id ?? workspace_id, plan_id };
}

/** Returns a plan's root; null if the plan is gone. */
export async function rootOf(db: Db, workspaceId: string, planId: string): Promise<string | null> {
  const plan = await db
    .selectFrom("plans")
    .select("root_plan_id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", planId)
    .executeTakeFirst();
  return plan?.root_plan_id ?? null;
}
