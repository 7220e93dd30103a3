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
 * `column in (values)` with one parameter for any number of values, so that the statement stays the same and
 * its preparation is kept.
 */
export function isOneOf(
  db: Db,
  column: string,
  values: readonly string[] | readonly number[],
): RawBuilder<SqlBool> {
  const list = JSON.stringify(values);
  if (!isPostgres(db)) return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`;
  const type = sql.raw(typeof values[0] === "number" ? "integer" : "text");
  return sql<SqlBool>`${sql.ref(column)} in (select cast(jsonb_array_elements_text(${list}::jsonb) as ${type}))`;
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
