import { type Kysely, sql } from "kysely";

/** Adds the run of the planning agent that made a suggestion. */
export async function suggestionsOfRuns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table suggestions add column run_id text`.execute(db);
}
