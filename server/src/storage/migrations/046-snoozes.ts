import { type Kysely, sql } from "kysely";

/** Adds snoozing of inbox items. */
export async function snoozes(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table inbox_items add column snoozed_until text",
  "alter table inbox_marks add column snoozed_until text",
  `create index inbox_items_due on inbox_items (workspace_id, snoozed_until) where snoozed_until is not null`,
  `create index inbox_items_snoozed on inbox_items (workspace_id, user_id, seq) where snoozed_until is not null`,
];
