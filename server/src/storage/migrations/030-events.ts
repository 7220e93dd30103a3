import { type Kysely, sql } from "kysely";

/**
 * Adds to events what their readers are told beside their data: the handles of the time, and who could read before.
 * Events of before have none of it, and their hashes stay what they are (`events/hash.ts`).
 */
export async function events(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table events add column project_slug text",
  "alter table events add column plan_number integer",
  "alter table events add column spec_number integer",
  "alter table events add column readers text",
  "create index events_type on events (workspace_id, type, seq)",
  "create index events_actor on events (workspace_id, actor_user_id, seq)",
];
