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

/** Opens the database file. Durable means on disk: a commit waits for its flush (`synchronous=full`). */
export function openSqlite(
  file: string,
  mode: "read" | "write",
): { raw: Database.Database; db: Kysely<Tables> } {
  const raw = new Database(file, { readonly: mode === "read", timeout: 5000 });
  if (mode === "write") {
    raw.pragma("journal_mode = wal");
    raw.pragma("synchronous = full");
    raw.pragma("foreign_keys = on");
  }
  raw.pragma("cache_size = -16000");
  withStatementCache(raw);
  const db = new Kysely<Tables>({ dialect: new Dialect({ database: raw }) });
  sqliteOf.set(db, raw);
  return { raw, db };
}
