import { type Kysely, sql } from "kysely";

/** Adds values of fields for new issues, and the tracker's required fields. */
export async function trackerFields(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column tracker_fields text`.execute(db);
  await sql`alter table projects add column tracker_required_fields text`.execute(db);
}
