import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import type { Config } from "./config/config.ts";
import { ConfigError } from "./config/config-error.ts";
import { type LongReads, longReadsOnPostgres, longReadsOnSqlite } from "./dispatch/concurrency/long-reads.ts";
import { createDispatcher } from "./dispatch/dispatcher.ts";
import { postgresWriter } from "./dispatch/postgres-writer.ts";
import { startSqliteWriter } from "./dispatch/sqlite/writer.ts";
import { createWriter, type Writer } from "./dispatch/writer.ts";
import { registry } from "./modules/index.ts";
import { writerThreads } from "./spare-writer-thread.ts";
import { type Commits, sqliteCommits } from "./storage/commits.ts";
import type { Db } from "./storage/dialect.ts";
import { migrate } from "./storage/migrate.ts";
import { type Notices, noNotices } from "./storage/notices.ts";
import { openSqlite } from "./storage/sqlite.ts";
import type { Observed } from "./tracer.ts";

export interface Database {
  /** Read-only. */
  db: Db;
  longReads: LongReads;
  writer: Writer;
  commits: Commits;
  notices: Notices;
  close(): Promise<void>;
}

type Settings = Pick<Config, "databaseUrl" | "dataDir">;

/** Opens and migrates the database. Throws a `ConfigError` if that is impossible. */
export async function openDatabase(
  config: Settings,
  onBroken: (error: Error) => void,
  by: Observed = {},
): Promise<Database> {
  makeDataDir(config.dataDir);
  const { databaseUrl, dataDir } = config;
  return databaseUrl ? await postgres(databaseUrl, by) : await sqlite(dataDir, onBroken, by);
}

/**
 * Opens an existing database without migrating it. `alone` is for exclusive changes on SQLite, see
 * `openSqlite`.
 */
export async function openWithoutMigrating(config: Settings, mode: "read" | "alone"): Promise<Db> {
  if (config.databaseUrl) return connectPostgres(config.databaseUrl);
  const file = fileIn(config.dataDir);
  try {
    return openSqlite(file, mode).db;
  } catch (error) {
    throw unusableFile(file, error);
  }
}

/** Creates the data folder, private to its owner, for the database or at least the key file. */
export function makeDataDir(dataDir: string): void {
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

/** Creates a folder and its parents. Node's `recursive` never returns if a parent isn't writable. */
function makeDir(path: string): void {
  if (existsSync(path)) return;
  makeDir(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

const startReaderThread = () => new Worker(new URL("./sqlite-reader-thread.ts", import.meta.url));

const fileIn = (dataDir: string) => join(dataDir, "groundplan.db");

async function sqlite(
  dataDir: string,
  onBroken: (error: Error) => void,
  observed: Observed,
): Promise<Database> {
  const file = fileIn(dataDir);
  try {
    const { db } = openSqlite(file, "write");
    await migrate(db);
    await db.destroy();
    const reader = openSqlite(file, "read");
    const longReads = longReadsOnSqlite(file, startReaderThread);
    const commits = sqliteCommits(reader.db);
    const queue = await startSqliteWriter(file, writerThreads, onBroken, observed.meter);
    const writer = createWriter(queue, commits.committed, observed);
    return {
      db: reader.db,
      longReads,
      writer,
      commits,
      notices: noNotices,
      close: async () => {
        await Promise.all([writer.close(), longReads.close()]); // both immediately refuse new work
        await commits.close();
        await reader.db.destroy();
      },
    };
  } catch (error) {
    throw unusableFile(file, error);
  }
}

function unusableFile(file: string, error: unknown): unknown {
  const { code, message } = error as Error & { code?: string };
  if (!code?.startsWith("SQLITE_")) return error;
  const advice = adviceOf.find(([codes]) => codes.test(code))?.[1] ?? "Fix the cause";
  return new ConfigError(
    `The database ${file} can't be used (${code}): ${message}. ${advice}, or name another with GROUNDPLAN_DATA_DIR.`,
    { cause: error },
  );
}

const adviceOf: readonly [RegExp, string][] = [
  [/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH|IOERR|FULL)/, "Check the folder's rights and disk"],
  [/^SQLITE_(BUSY|LOCKED)/, "End the other process that holds it"],
  [/^SQLITE_(NOTADB|CORRUPT)/, "Restore a backup"],
];

const connections = 10;

async function postgres(url: string, observed: Observed): Promise<Database> {
  const { openPostgres } = await import("./storage/postgres.ts");
  const first = await connectPostgres(url);
  const read = openPostgres(url, "read", connections);
  try {
    await migrate(first);
    await sql`select 1`.execute(read.db); // Keeps a connection open, which a restore notices.
  } catch (error) {
    await read.db.destroy();
    const { code, message } = error as Error & { code?: string };
    if (code === undefined) throw error;
    throw new ConfigError(
      `The database of DATABASE_URL can't be migrated: ${message} (${code}). Fix the cause, such as a missing permission of the user.`,
      { cause: error },
    );
  } finally {
    await first.destroy();
  }
  const write = openPostgres(url, "write", connections);
  const { postgresCommits } = await import("./storage/postgres-commits.ts");
  const { postgresNotices } = await import("./storage/postgres-notices.ts");
  const { listenOnPostgres } = await import("./storage/postgres-listener.ts");
  const processId = randomUUID();
  const commits = postgresCommits(write.db, processId);
  const notices = postgresNotices(write.db, processId);
  const listener = listenOnPostgres(url, [commits.channel, notices.channel]);
  await listener.started;
  const queue = postgresWriter(write.db, createDispatcher(registry), observed.meter);
  const writer = createWriter(queue, commits.committed, observed);
  return {
    db: read.db,
    longReads: longReadsOnPostgres(read.db),
    writer,
    commits,
    notices,
    close: async () => {
      await listener.end();
      await commits.close();
      await writer.close();
      await read.db.destroy();
    },
  };
}

/**
 * Opens and tests a connection without timeouts. Errors often lack a code: a timeout, a foreign server, TLS
 * mismatch.
 */
async function connectPostgres(url: string): Promise<Db> {
  const { openPostgres } = await import("./storage/postgres.ts");
  const { pool, db } = openPostgres(url, "migrate", 1);
  try {
    (await pool.connect()).release();
    return db;
  } catch (error) {
    await db.destroy();
    const { code, message } = error as { code?: string; message: string };
    throw unusable(code ?? message);
  }
}

const unusable = (why: string) =>
  new ConfigError(`DATABASE_URL can't be used (${why}). Check its host, port, user, password and database.`);
