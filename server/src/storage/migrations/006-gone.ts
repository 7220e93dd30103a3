import { type Kysely, sql } from "kysely";

/**
 * Adds what trackers no longer have, and the effect of references in texts there. `storage/tables/` says what the
 * columns mean.
 */
export async function gone(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table projects add column tracker_references text",
  "alter table tracker_polls add column looked_until text",
];
