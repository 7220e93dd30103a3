import Database from "better-sqlite3";
import { Kysely, SqliteDialect, SqliteQueryCompiler } from "kysely";
import { sqliteOf } from "./dialect.ts";
import type { Tables } from "./tables.ts";

const statementsKept = 500;

/** Caches prepared statements (LRU): Kysely prepares per call, which triples the latency. */
function withStatementCache(database: Database.Database): Database.Database {
  const prepare = database.prepare.bind(database);
  const kept = new Map<string, Database.Statement>();
  database.prepare = ((source: string) => {
    let statement = kept.get(source);
    if (statement) kept.delete(source);
    else statement = prepare(source);
    kept.set(source, statement);
    if (kept.size > statementsKept) kept.delete(kept.keys().next().value ?? source);
    return statement;
  }) as typeof database.prepare;
  return database;
}

/**
 * Hides parameters as `(select ?)`: otherwise SQLite replans a multi-table query for every bound value, which
 * costs more than running it.
 */
class HiddenParameters extends SqliteQueryCompiler {
  #isQuery = false;
  override compileQuery(...[node, id]: Parameters<SqliteQueryCompiler["compileQuery"]>) {
    this.#isQuery = node.kind === "SelectQueryNode";
    return super.compileQuery(node, id);
  }
  protected override getCurrentParameterPlaceholder(): string {
    return this.#isQuery ? "(select ?)" : "?";
  }
}

class Dialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new HiddenParameters();
  }
}

/**
 * Opens the database file; commits are flushed to disk (`synchronous=full`). `alone` locks out everyone else,
 * throws `SQLITE_BUSY` if the file is in use, and leaves foreign keys unchecked.
 */
export function openSqlite(
  file: string,
  mode: "read" | "write" | "alone",
): { raw: Database.Database; db: Kysely<Tables> } {
  const raw = new Database(file, { readonly: mode === "read", timeout: mode === "alone" ? 500 : 5000 });
  try {
    setUp(raw, mode);
  } catch (error) {
    raw.close();
    throw error;
  }
  withStatementCache(raw);
  const db = new Kysely<Tables>({ dialect: new Dialect({ database: raw }) });
  sqliteOf.set(db, raw);
  return { raw, db };
}

function setUp(raw: Database.Database, mode: "read" | "write" | "alone"): void {
  if (mode !== "read") {
    // Must precede the first read to cover the whole file.
    if (mode === "alone") raw.pragma("locking_mode = exclusive");
    raw.pragma("journal_mode = wal");
    raw.pragma("synchronous = full");
    raw.pragma(`foreign_keys = ${mode === "write" ? "on" : "off"}`);
  }
  raw.pragma("cache_size = -16000");
}
