import { type Kysely, sql } from "kysely";

/** Adds the values of fields that issues are created with, and the fields that the tracker requires. */
export async function trackerFields(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column tracker_fields text`.execute(db);
  await sql`alter table projects add column tracker_required_fields text`.execute(db);
}
