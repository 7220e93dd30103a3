import type Database from "better-sqlite3";
import { type Expression, type Kysely, PostgresAdapter, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A connection that reads. Reads and writes use the same type, but the connection of a read can't write. */
export type Db = Kysely<Tables>;
/** The transaction of a command. */
export type Tx = Kysely<Tables>;

/** Returns true for PostgreSQL. It is asked in `storage/`, and by the queue of jobs. */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The SQLite connections beneath Kysely, for what goes past it. */
export const sqliteOf = new WeakMap<Db, Database.Database>();

/**
 * Returns a function that returns a number which changes with every commit of another connection, of any process; it
 * costs a microsecond. Null on PostgreSQL, which would have to be asked over the network.
 */
export function dataVersion(db: Db): (() => number) | null {
  const pragma = sqliteOf.get(db)?.prepare<[], number>("pragma data_version").pluck();
  return pragma ? () => pragma.get() ?? 0 : null;
}

/**
 * Returns the values as a table with the column `value`. They are one parameter, so that the statement stays the same
 * for any number of values and its preparation is kept.
 */
export function tableOf(db: Db, values: readonly string[] | readonly number[]): RawBuilder<unknown> {
  const list = valuesOf(db, JSON.stringify(values), typeOf(values));
  return isPostgres(db) ? sql`(select value from unnest(array ${list}) as value)` : list;
}

const typeOf = (values: readonly string[] | readonly number[]) =>
  typeof values[0] === "number" ? "integer" : "text";

/** Returns a query for the values of a JSON list. */
function valuesOf(db: Db, json: string, type: "integer" | "text"): RawBuilder<unknown> {
  if (!isPostgres(db)) return sql`(select value from json_each(${json}))`;
  return sql`(select cast(jsonb_array_elements_text(${json}::jsonb) as ${sql.raw(type)}))`;
}

/** Returns `column in (values)`, with one parameter. */
export function isOneOf(
  db: Db,
  column: string,
  values: readonly string[] | readonly number[],
): RawBuilder<SqlBool> {
  // An empty list does not tell its type, and PostgreSQL compares no integer with a text.
  if (values.length === 0) return sql<SqlBool>`1 = 0`;
  return isOneOfList(db, column, JSON.stringify(values), typeOf(values));
}

/** Returns the same for values given as JSON: the form for statements that are built once. */
export function isOneOfList(
  db: Db,
  column: string,
  json: string,
  type: "integer" | "text" = "text",
): RawBuilder<SqlBool> {
  return isFoundBy(db, column, valuesOf(db, json, type));
}

/**
 * Returns `column in (query)`. PostgreSQL gets the rows as an array, which it takes for a few: of a query it expects
 * 100 rows or more, whatever it finds, and would read the whole of a big table rather than look so many up.
 */
export function isFoundBy(db: Db, column: string, query: Expression<unknown>): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any (array ${query})`
    : sql<SqlBool>`${sql.ref(column)} in ${query}`;
}

/** Locks the service, for commands that belong to no workspace: one such command runs at a time. */
export async function lockService(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(4501)`.execute(tx);
}

/**
 * Locks a person: what starts or ends their sessions, or changes how they sign in, happens one after the other. Who
 * needs a workspace's lock, too, takes that one first.
 */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  if (!isPostgres(tx)) return;
  // Rows that refer to the person may be inserted meanwhile, as keys are.
  await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/**
 * Locks the workspace, which has one writer at a time: SQLite has one anyway, PostgreSQL locks the workspace's event
 * head. Version numbers, counters, cycle checks and the numbering of events rest on it.
 */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  if (!isPostgres(tx)) return;
  await tx
    .selectFrom("event_heads")
    .select("seq")
    .where("workspace_id", "=", workspaceId)
    .forUpdate()
    .execute();
}

/** Returns a field of a JSON text in a column, as text. */
export function fieldOf(db: Db, column: string, field: string): RawBuilder<string | null> {
  const json = isPostgres(db) ? sql`${sql.ref(column)}::jsonb` : sql.ref(column);
  return sql`(${json} ->> ${sql.lit(field)})`;
}

/**
 * Says in a statement that PostgreSQL plans it anew each time: the plan depends on the values. After five runs of a named
 * one it takes a plan for any values, which reads a whole index where a word is rare.
 */
export const plannedAnew = "/* planned anew */";
