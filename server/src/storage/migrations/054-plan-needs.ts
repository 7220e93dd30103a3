import { type Kysely, sql } from "kysely";

/** Indexes dependencies between plans, which cycle checks need and most workspaces lack. */
export async function planNeeds<T>(db: Kysely<T>): Promise<void> {
  await sql`create index dependencies_of_plans on dependencies (workspace_id, from_id, to_id) where kind = 'plan'`.execute(
    db,
  );
}
