import { type Kysely, sql } from "kysely";

/** Adds to jobs the trace of what caused them, and an index over those that were given up, which stay for ever. */
export async function jobTraces(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column trace text`.execute(db);
  await sql`create index jobs_dead on jobs (kind) where state = 'dead'`.execute(db);
}
