import { type Kysely, sql } from "kysely";

/** Adds an index over jobs that were refused, such as mails that a server rejected. */
export async function refusedJobs(db: Kysely<unknown>): Promise<void> {
  await sql`create index jobs_refused on jobs (dedupe_key) where state = 'done' and last_error is not null`.execute(
    db,
  );
}
