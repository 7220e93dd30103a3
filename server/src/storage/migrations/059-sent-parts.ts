import { type Kysely, sql } from "kysely";

/** Adds the parts of an update in flight. */
export async function sentParts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_items add column sending_parts text`.execute(db);
}
