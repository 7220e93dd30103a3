import { type Kysely, sql } from "kysely";

/** Adds traces to jobs, and an index over dead ones, which are kept forever. */
export async function jobTraces(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column trace text`.execute(db);
  await sql`create index jobs_dead on jobs (kind) where state = 'dead'`.execute(db);
}
