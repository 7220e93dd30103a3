import { existsSync } from "node:fs";
import { sql } from "kysely";
import type { Config } from "../config/config.ts";
import { databaseLocation } from "../config/database-location.ts";
import { openWithoutMigrating } from "../open-database.ts";
import { isPostgres } from "../storage/dialect.ts";
import { AdminError } from "./admin-error.ts";

/**
 * Throws if the configured database doesn't exist: opening a mistyped location would create a second one.
 */
export async function requireDatabase(config: Config): Promise<void> {
  if (await mayExist(config)) return;
  throw new AdminError(
    `There is no Groundplan database in ${config.databaseUrl === null ? config.dataDir : databaseLocation(config)}. Start the service there first (\`groundplan serve\`), or give this command its GROUNDPLAN_DATA_DIR or DATABASE_URL.`,
  );
}

async function mayExist(config: Config): Promise<boolean> {
  if (config.databaseUrl === null && !existsSync(databaseLocation(config))) return false;
  try {
    const db = await openWithoutMigrating(config, "read");
    const query = isPostgres(db)
      ? sql`select 1 where to_regclass('migrations') is not null`
      : sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`;
    const { rows } = await query.execute(db).finally(() => db.destroy());
    return rows.length > 0;
  } catch {
    return true; // Assumed to exist: opening it later reports the real error.
  }
}
