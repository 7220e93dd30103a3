import { type Kysely, sql } from "kysely";
import type { Config } from "../config/config.ts";
import { databaseLocation } from "../config/database-location.ts";
import { makeDataDir, openWithoutMigrating } from "../open-database.ts";
import { type Db, isPostgres, type Tx } from "../storage/dialect.ts";
import { applyMigrations } from "../storage/migrate.ts";
import { AdminError, explained } from "./admin-error.ts";
import { moduleTables } from "./module-tables.ts";

/**
 * Fills an empty database in one exclusive transaction. An initialized but unused database loses its tables
 * first. Throws for any other, and for one being served.
 */
export async function fillEmptyDatabase(config: Config, fill: (tx: Tx) => Promise<void>): Promise<void> {
  makeDataDir(config.dataDir);
  const db = await openWithoutMigrating(config, "alone").catch((error) => {
    throw isBusy(error.cause) ? served(config) : error;
  });
  try {
    await db.connection().execute(async (connection) => {
      await begin(connection, config);
      try {
        await requireEmpty(connection, config);
        await fill(connection);
        await sql`commit`.execute(connection);
      } catch (error) {
        // On a full disk SQLite has rolled back already; the first error tells why.
        await sql`rollback`.execute(connection).catch(() => {});
        throw error;
      }
    });
  } catch (error) {
    throw explained(error);
  } finally {
    await db.destroy();
  }
}

async function begin(connection: Db, config: Config): Promise<void> {
  if (!isPostgres(connection)) {
    await sql`begin exclusive`.execute(connection).catch((error) => {
      throw isBusy(error) ? served(config) : error;
    });
    return;
  }
  await sql`begin`.execute(connection);
  const { restoreLock } = await import("../storage/postgres.ts");
  await sql`select pg_advisory_xact_lock(${sql.lit(restoreLock)})`.execute(connection); // Blocks new connections.
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`.execute(
    connection,
  );
  if (rows.length > 0) throw served(config);
}

const isBusy = (error: unknown) =>
  String((error as { code?: string } | undefined)?.code).startsWith("SQLITE_BUSY");

const served = (config: Config) =>
  new AdminError(
    `Something else is connected to ${databaseLocation(config)}. Stop the service and whatever else uses it, then run the command again.`,
  );

async function requireEmpty(tx: Tx, config: Config): Promise<void> {
  const tables = await tablesIn(tx);
  if (tables.length === 0) return;
  const isUnused = tables.includes("migrations") && (await hasNobody(tx));
  const others = isUnused ? (await tablesIn(tx)).filter((table) => !ownTables.includes(table)) : tables;
  if (others.length > 0)
    throw new AdminError(
      `There is something in ${databaseLocation(config)} already. Restore into a new database: name another with GROUNDPLAN_DATA_DIR or DATABASE_URL.`,
    );
  for (const table of ownTables) await sql`drop table ${sql.table(table)} ${cascade(tx)}`.execute(tx);
}

const ownTables = [...moduleTables.map(([table]): string => table), "migrations"];

/** Migrates a database and tests that it is unused. */
async function hasNobody(tx: Tx): Promise<boolean> {
  await applyMigrations(tx);
  const used = await sql`select id from workspaces union all select id from users limit 1`.execute(tx);
  return used.rows.length === 0;
}

const cascade = <T>(db: Kysely<T>) => sql.raw(isPostgres(db) ? "cascade" : "");

/** Returns table names, on PostgreSQL those of the current schema. */
async function tablesIn<T>(db: Kysely<T>): Promise<string[]> {
  const { rows } = await (isPostgres(db)
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
    : sql<{ name: string }>`select name from pragma_table_list
        where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%'`
  ).execute(db);
  return rows.map(({ name }) => name);
}
