import { type Kysely, sql } from "kysely";
import { isPostgres } from "../dialect.ts";

/**
 * Makes the index of titles short enough for PostgreSQL, which takes 2,704 bytes a row: the longest folder and title are
 * 2,800. SQLite takes any length and stays as it is.
 */
export async function contextTitles(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "drop index context_sources_title",
  "create unique index context_sources_title on context_sources (workspace_id, place_id, title, md5(folder_path))",
];
