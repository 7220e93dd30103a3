import { type Kysely, sql } from "kysely";

/** Adds the last observed state of an issue with a pending change. */
export async function looks(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_items add column look text`.execute(db);
}
