import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Pool } from "pg";
import { type Config, ConfigError } from "../config/config.ts";
import type { Db } from "../storage/dialect.ts";
import { migrate } from "../storage/migrate.ts";
import { openSqlite } from "../storage/sqlite.ts";
import { postgresWriter } from "./postgres-writer.ts";
import { startSqliteWriter } from "./sqlite-writer.ts";
import type { Writer } from "./writer.ts";

export interface Database {
  /** Can't write. */
  db: Db;
  writer: Writer;
  close(): Promise<void>;
}

type Settings = Pick<Config, "databaseUrl" | "dataDir">;

/** Opens the database and brings its schema up to date. What can't work is a `ConfigError`. */
export async function openDatabase(config: Settings, onBroken: (error: Error) => void): Promise<Database> {
  makeDataDir(config.dataDir);
  return config.databaseUrl ? await postgres(config.databaseUrl) : await sqlite(config.dataDir, onBroken);
}

/** The folder holds the database or at least the key file; only their owner reads what is made there. */
function makeDataDir(dataDir: string): void {
  process.umask(0o077);
  try {
    makeDir(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw new ConfigError(
      `The data folder ${dataDir} can't be written (${code}). Give this user the right to it, or name another with GROUNDPLAN_DATA_DIR.`,
    );
  }
}

/** With the folders above it; Node's own `recursive` never ends where a folder can't be made in one that exists. */
function makeDir(path: string): void {
  if (existsSync(path)) return;
  makeDir(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

async function sqlite(dataDir: string, onBroken: (error: Error) => void): Promise<Database> {
  const file = join(dataDir, "groundplan.db");
  try {
    const { db } = openSqlite(file, "write");
    await migrate(db);
    await db.destroy();
    const reader = openSqlite(file, "read");
    const writer = await startSqliteWriter(file, onBroken);
    return {
      db: reader.db,
      writer,
      close: async () => {
        await writer.close();
        await reader.db.destroy();
      },
    };
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (!code?.startsWith("SQLITE_")) throw error;
    throw new ConfigError(
      `The database ${file} can't be used (${code}). Check the folder's rights and disk, or name another with GROUNDPLAN_DATA_DIR.`,
    );
  }
}

const connections = 10;

async function postgres(url: string): Promise<Database> {
  const { openPostgres } = await import("../storage/postgres.ts");
  const first = openPostgres(url, "migrate", 1);
  try {
    await reach(first.pool);
    await migrate(first.db);
  } catch (error) {
    const code = (error as { code?: string }).code;
    throw code ? unusable(code) : error;
  } finally {
    await first.db.destroy();
  }
  const write = openPostgres(url, "write", connections);
  const read = openPostgres(url, "read", connections);
  const writer = postgresWriter(write.db);
  return {
    db: read.db,
    writer,
    close: async () => {
      await writer.close();
      await read.db.destroy();
    },
  };
}

/** What keeps from connecting often has no code: a timeout, another kind of server, TLS that one side lacks. */
async function reach(pool: Pool): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw unusable(code ?? message);
  }
}

const unusable = (why: string) =>
  new ConfigError(`DATABASE_URL can't be used (${why}). Check its host, port, user, password and database.`);
