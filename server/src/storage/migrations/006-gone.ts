import { type Kysely, sql } from "kysely";

/** Adds items missing from trackers, and the handling of references in texts. */
export async function gone(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table projects add column tracker_references text",
  "alter table tracker_polls add column looked_until text",
];
