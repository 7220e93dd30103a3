import type { Config } from "../config/config.ts";
import { openAsItIs } from "../open-database.ts";
import type { Db } from "../storage/dialect.ts";
import { isMigration, migrationOf, newestMigration } from "../storage/migrate.ts";
import { AdminError, explained } from "./admin-error.ts";
import { requireDatabase } from "./require-database.ts";

/**
 * Reads the database as it is, beside the service or without it. It is not migrated, so that a new version never changes
 * what an old one still serves: another schema than this version's is refused.
 */
export async function withStandingDatabase<T>(config: Config, use: (db: Db) => Promise<T>): Promise<T> {
  await requireDatabase(config);
  const db = await openAsItIs(config, "read");
  try {
    const migration = await migrationOf(db);
    if (migration !== newestMigration) throw otherSchema(migration);
    return await use(db);
  } catch (error) {
    throw explained(error);
  } finally {
    await db.destroy();
  }
}

function otherSchema(migration: string): AdminError {
  return new AdminError(
    isMigration(migration)
      ? `The database is still that of an older version (${migration}). Run this command with that version, or start this one first: it migrates the database.`
      : `The database was migrated by a newer version (${migration}). Run this command with that version.`,
  );
}
