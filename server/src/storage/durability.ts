import { sql } from "kysely";
import { type Db, isPostgres } from "./dialect.ts";

/**
 * Returns a warning per PostgreSQL setting that may lose acknowledged writes; none on SQLite, which the
 * service configures.
 */
export async function durabilityWarnings(db: Db): Promise<string[]> {
  if (!isPostgres(db)) return [];
  const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names')`.execute(
    db,
  );
  return warningsOf(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])));
}

/** Returns the warnings for settings by name. */
export function warningsOf(settings: Record<string, string>): string[] {
  const commit = settings.synchronous_commit ?? "";
  const isReplicated = (settings.synchronous_standby_names ?? "") !== "";
  return [
    ...(settings.fsync === "off"
      ? ["PostgreSQL's fsync is off: a crash of its machine can destroy the database. Set it to on."]
      : []),
    ...(settings.full_page_writes === "off"
      ? [
          "PostgreSQL's full_page_writes is off: a crash of its machine can leave damaged pages. Set it to on, unless its file system never writes part of a page.",
        ]
      : []),
    ...(commit === "off"
      ? [
          "PostgreSQL's synchronous_commit is off: a crash loses writes of the last second that were acknowledged. Set it to on.",
        ]
      : []),
    ...(isReplicated && (commit === "local" || commit === "remote_write")
      ? [
          `PostgreSQL's synchronous_commit is ${commit}, with standbys: one that takes over may lack writes that were acknowledged. Set it to on.`,
        ]
      : []),
  ];
}
