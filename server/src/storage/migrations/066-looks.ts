import { type Kysely, sql } from "kysely";

/** Adds what pushes and dry runs last saw of an issue whose change waits. */
export async function looks(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_items add column look text`.execute(db);
}
