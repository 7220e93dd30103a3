import { type Kysely, sql } from "kysely";

/** Adds the statuses that pushes send. Existing targets keep null (no choice yet), which sends none. */
export async function pushedStatuses(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table projects add column tracker_statuses text",
  "alter table push_steps add column status text",
  "alter table push_items add column sending_status text",
  "alter table push_items add column base_status text",
  "alter table push_items add column base_remote_status text",
];
