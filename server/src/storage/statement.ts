import type Database from "better-sqlite3";
import type { Compilable, CompiledQuery, Kysely } from "kysely";
import { type Db, isPostgres, sqliteOf } from "./dialect.ts";
import type { Tables } from "./tables.ts";

/** Stands in a statement for a parameter that comes with each call. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Marks a parameter of a statement, in the place of its value. */
export type Param<P> = <K extends keyof P & string>(name: K) => P[K];

/**
 * Declares a statement of a hot path: built and compiled once for each database, where Kysely would build it for every
 * call, which costs more than running it. `build` writes it as any other, with `param("name")` in the place of each
 * value.
 */
export function statement<P extends object, R>(
  build: (db: Db, param: Param<P>) => Compilable<R>,
): (db: Db, parameters: P) => Promise<R[]> {
  const compiled: { sqlite?: CompiledQuery<R>; postgres?: CompiledQuery<R> } = {};
  const prepared = new WeakMap<Database.Database, Database.Statement>();

  return async (db, values) => {
    const raw = sqliteOf.get(db);
    const kind = raw || !isPostgres(db) ? "sqlite" : "postgres";
    compiled[kind] ??= build(db, (name) => new Parameter(name) as never).compile();
    const query = compiled[kind];
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? values[value.name as keyof P] : value,
    );
    if (!raw) return (await db.executeQuery<R>({ ...query, parameters })).rows;
    let own = prepared.get(raw);
    if (!own) {
      own = raw.prepare(query.sql);
      prepared.set(raw, own);
    }
    if (own.reader) return own.all(parameters) as R[];
    own.run(parameters);
    return [];
  };
}

/** Returns the same database, typed for a table that is named by a variable. */
const anyTable = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** The most rows of an insert, which keeps its parameters below what PostgreSQL allows. */
const rowsPerInsert = 500;

/**
 * Inserts whole rows of a table: one by one on SQLite, many by a statement on PostgreSQL. With `skip`, rows that exist
 * already by any unique key are left as they are.
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
  let one: ReturnType<typeof insertOne> | undefined; // Whole rows of a table all have the same columns.
  return async (db, rows) => {
    if (rows.length <= 1 || !isPostgres(db)) {
      for (const row of rows) {
        one ??= insertOne(Object.keys(row) as (keyof Tables[T] & string)[]);
        await one(db, row);
      }
      return;
    }
    for (let from = 0; from < rows.length; from += rowsPerInsert)
      await insert(db, rows.slice(from, from + rowsPerInsert)).execute();
  };
}
