import { type Kysely, sql } from "kysely";

/** Adds the writing credential to versions; earlier ones have none. */
export async function revisionCredentials(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revisions add column credential_id text`.execute(db);
}
