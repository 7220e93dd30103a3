import { type Kysely, sql } from "kysely";

/** Adds templates: root plans that are copied instead of worked on. */
export async function templates(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add column template integer not null default 0`.execute(db);
}
