import type Database from "better-sqlite3";
import { type Kysely, PostgresAdapter, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A connection that reads. Handlers of reads and writes use the same type; what a read gets can't write. */
export type Db = Kysely<Tables>;
/** The transaction of a command. */
export type Tx = Kysely<Tables>;

/** Which database this is: asked in `storage/`, and by the queue of jobs. */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The connection of a SQLite database, for what goes past Kysely. */
export const sqliteOf = new WeakMap<Db, Database.Database>();

/**
 * A number that changes with every commit of another connection, of any process, to the database; it costs a
 * microsecond. Null on PostgreSQL, which would have to be asked over the network.
 */
export function dataVersion(db: Db): (() => number) | null {
  const pragma = sqliteOf.get(db)?.prepare<[], number>("pragma data_version").pluck();
  return pragma ? () => pragma.get() ?? 0 : null;
}

/**
 * The values as a table with the column `value`: one parameter for any number of values, so that the statement
 * stays the same and its preparation is kept.
 */
export function tableOf(db: Db, values: readonly string[] | readonly number[]): RawBuilder<unknown> {
  return tableOfList(db, JSON.stringify(values), typeof values[0] === "number" ? "integer" : "text");
}

/** The same from the values as JSON: the form for statements that are built once. */
function tableOfList(db: Db, json: string, type: "integer" | "text"): RawBuilder<unknown> {
  if (!isPostgres(db)) return sql`(select value from json_each(${json}))`;
  return sql`(select cast(jsonb_array_elements_text(${json}::jsonb) as ${sql.raw(type)}) as value)`;
}

/** `column in (values)`, with one parameter. */
export function isOneOf(
  db: Db,
  column: string,
  values: readonly string[] | readonly number[],
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} in ${tableOf(db, values)}`;
}

export function isOneOfList(
  db: Db,
  column: string,
  json: string,
  type: "integer" | "text" = "text",
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} in ${tableOfList(db, json, type)}`;
}

/** For what belongs to no workspace: one such command at a time, where it asks for it. */
export async function lockService(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(4501)`.execute(tx);
}

/**
 * A workspace has one writer at a time: SQLite has one anyway, PostgreSQL locks the workspace's event head.
 * Version numbers, counters, cycle checks and the numbering of events rest on it.
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
