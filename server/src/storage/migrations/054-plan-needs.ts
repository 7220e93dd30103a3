import { type Kysely, sql } from "kysely";

/** Adds an index of the dependencies of plans: most workspaces have few or none, and circles need one. */
export async function planNeeds<T>(db: Kysely<T>): Promise<void> {
  await sql`create index dependencies_of_plans on dependencies (workspace_id, from_id, to_id) where kind = 'plan'`.execute(
    db,
  );
}
