import { type Kysely, sql } from "kysely";

/**
 * Adds handles and previous audience to events. Older events lack them and keep their hashes
 * (`events/hash.ts`).
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
