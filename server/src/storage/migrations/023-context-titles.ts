import { type Kysely, sql } from "kysely";
import { isPostgres } from "../dialect.ts";

/**
 * Shortens the title index to fit PostgreSQL's 2,704 bytes per row; folder and title may have 2,800. SQLite
 * has no limit.
 */
export async function contextTitles(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "drop index context_sources_title",
  "create unique index context_sources_title on context_sources (workspace_id, place_id, title, md5(folder_path))",
];
