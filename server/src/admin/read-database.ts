import type { Config } from "../config/config.ts";
import { openWithoutMigrating } from "../open-database.ts";
import type { Db } from "../storage/dialect.ts";
import { isMigration, migrationOf, newestMigration } from "../storage/migrate.ts";
import { AdminError, explained } from "./admin-error.ts";
import { requireDatabase } from "./require-database.ts";

/**
 * Reads the database without migrating it, since an older version may be serving it. Throws if its schema is
 * not this version's.
 */
export async function readDatabase<T>(config: Config, use: (db: Db) => Promise<T>): Promise<T> {
  await requireDatabase(config);
  const db = await openWithoutMigrating(config, "read");
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
