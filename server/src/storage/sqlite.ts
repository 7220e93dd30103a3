import Database from "better-sqlite3";
import { Kysely, SqliteDialect, SqliteQueryCompiler } from "kysely";
import { sqliteOf } from "./dialect.ts";
import type { Tables } from "./tables.ts";

const statementsKept = 500;

/**
 * Keeps prepared statements: Kysely prepares one per call, which costs three times the latency. The least
 * recently used one is dropped.
 */
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
 * Writes a parameter of a query as `(select ?)`: better-sqlite3 plans a query over several tables anew each time
 * a value is bound where the planner can see it, which costs more than running it.
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
 * Opens the database file. Durable means on disk: a commit waits for its flush (`synchronous=full`). With `alone` it
 * throws `SQLITE_BUSY` as long as anybody else has the file open, and keeps others out; foreign keys are not checked.
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
    // Set before anything is read, so that it means the whole file.
    if (mode === "alone") raw.pragma("locking_mode = exclusive");
    raw.pragma("journal_mode = wal");
    raw.pragma("synchronous = full");
    raw.pragma(`foreign_keys = ${mode === "write" ? "on" : "off"}`);
  }
  raw.pragma("cache_size = -16000");
}
