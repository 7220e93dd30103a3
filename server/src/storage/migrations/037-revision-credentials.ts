import { type Kysely, sql } from "kysely";

/** Adds to versions the credential that wrote them, so that what an app wrote has its name. Earlier ones have none. */
export async function revisionCredentials(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revisions add column credential_id text`.execute(db);
}
