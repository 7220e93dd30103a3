import { type Kysely, PostgresAdapter, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A connection that reads. Handlers of reads and writes use the same type; what a read gets can't write. */
export type Db = Kysely<Tables>;
/** The transaction of a command. */
export type Tx = Kysely<Tables>;

/** The one file that asks which database this is. */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * The values as a table with the column `value`: one parameter for any number of values, so that the statement
 * stays the same and its preparation is kept.
 */
export function tableOf(db: Db, values: readonly string[] | readonly number[]): RawBuilder<unknown> {
  const list = JSON.stringify(values);
  if (!isPostgres(db)) return sql`(select value from json_each(${list}))`;
  const type = sql.raw(typeof values[0] === "number" ? "integer" : "text");
  return sql`(select cast(jsonb_array_elements_text(${list}::jsonb) as ${type}) as value)`;
}

/** `column in (values)`, with one parameter. */
export function isOneOf(
  db: Db,
  column: string,
  values: readonly string[] | readonly number[],
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} in ${tableOf(db, values)}`;
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
