import type Database from "better-sqlite3";
import type { Compilable, CompiledQuery, Kysely } from "kysely";
import { type Db, isPostgres, sqliteOf } from "./dialect.ts";
import type { Tables } from "./tables.ts";

/** A placeholder for a parameter. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Returns a placeholder, typed as the value that replaces it. */
export type Param<P> = <K extends keyof P & string>(name: K) => P[K];

/**
 * Declares a hot-path statement, built and compiled once per database: building a query with Kysely costs more
 * than running it. `build` calls `param("name")` for each value.
 */
export function statement<P extends object, R>(
  build: (db: Db, param: Param<P>) => Compilable<R>,
): (db: Db, parameters: P) => Promise<R[]> {
  const compiled: { sqlite?: CompiledQuery<R>; postgres?: CompiledQuery<R> } = {};
  const prepared = new WeakMap<Database.Database, Database.Statement>();

  return async (db, parameters) => {
    const sqlite = sqliteOf.get(db);
    const kind = sqlite || !isPostgres(db) ? "sqlite" : "postgres";
    compiled[kind] ??= build(db, (name) => new Parameter(name) as never).compile();
    const query = compiled[kind];
    const bound = query.parameters.map((value) =>
      value instanceof Parameter ? parameters[value.name as keyof P] : value,
    );
    if (!sqlite) return (await db.executeQuery<R>({ ...query, parameters: bound })).rows;
    let known = prepared.get(sqlite);
    if (!known) {
      known = sqlite.prepare(query.sql);
      prepared.set(sqlite, known);
    }
    if (known.reader) return known.all(bound) as R[];
    known.run(bound);
    return [];
  };
}

/** Allows dynamic table names. */
const anyTable = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** Rows per insert, below PostgreSQL's parameter limit. */
const rowsPerInsert = 500;

/**
 * Inserts whole rows: one by one on SQLite, in bulk on PostgreSQL. With `skip`, rows that violate a unique
 * key are ignored.
 */
export function insertInto<T extends keyof Tables>(
  table: T,
  onConflict?: "skip",
): (db: Db, rows: readonly Tables[T][]) => Promise<void> {
  const insert = (db: Db, values: Record<string, unknown> | readonly Record<string, unknown>[]) => {
    const into = anyTable(db).insertInto(table).values(values);
    return onConflict === "skip" ? into.onConflict((conflict) => conflict.doNothing()) : into;
  };
  const insertOne = (columns: readonly (keyof Tables[T] & string)[]) =>
    statement((db, param: Param<Tables[T]>) =>
      insert(db, Object.fromEntries(columns.map((name) => [name, param(name)]))),
    );
  let single: ReturnType<typeof insertOne> | undefined; // Whole rows of a table have the same columns.
  return async (db, rows) => {
    if (rows.length <= 1 || !isPostgres(db)) {
      for (const row of rows) {
        single ??= insertOne(Object.keys(row) as (keyof Tables[T] & string)[]);
        await single(db, row);
      }
      return;
    }
    for (let from = 0; from < rows.length; from += rowsPerInsert)
      await insert(db, rows.slice(from, from + rowsPerInsert)).execute();
  };
}
