import { type Kysely, sql } from "kysely";

/** Adds the details that pushes send. Existing targets keep null (no choice yet), which sends none. */
export async function pushedDetails(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table projects add column tracker_details text",
  "alter table pushes add column people text",
  "alter table push_steps add column details text",
  "alter table push_items add column base_details text",
  "alter table push_items add column sending_details text",
  "alter table push_items add column pushed_details text",
];
