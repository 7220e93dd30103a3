import type Database from "better-sqlite3";
import { type Expression, type Kysely, PostgresAdapter, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A database handle. Reads and writes share the type, but a read's connection is read-only. */
export type Db = Kysely<Tables>;
/** A command's transaction. */
export type Tx = Kysely<Tables>;

/** Tests for PostgreSQL. Called only in `storage/` and by the job queue. */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** SQLite connections behind Kysely, for direct access. */
export const sqliteOf = new WeakMap<Db, Database.Database>();

/**
 * Returns a function for a number that changes with every other connection's commit, at the cost of a
 * microsecond. Null on PostgreSQL, which would need a round trip.
 */
export function dataVersion(db: Db): (() => number) | null {
  const pragma = sqliteOf.get(db)?.prepare<[], number>("pragma data_version").pluck();
  return pragma ? () => pragma.get() ?? 0 : null;
}

/**
 * Returns the values as a table with the column `value`, in one parameter, so that the prepared statement is
 * reused for any count.
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

/** Returns `column in (values)` with one parameter. */
export function isOneOf(
  db: Db,
  column: string,
  values: readonly string[] | readonly number[],
): RawBuilder<SqlBool> {
  // An empty list has no type, and PostgreSQL doesn't compare integers with texts.
  if (values.length === 0) return sql<SqlBool>`1 = 0`;
  return isOneOfList(db, column, JSON.stringify(values), typeOf(values));
}

/** The same for values given as JSON, for prebuilt statements. */
export function isOneOfList(
  db: Db,
  column: string,
  json: string,
  type: "integer" | "text" = "text",
): RawBuilder<SqlBool> {
  return isFoundBy(db, column, valuesOf(db, json, type));
}

/**
 * Returns `column in (query)`. PostgreSQL gets an array, which it estimates as few rows; for a subquery it
 * expects at least 100 and may scan a large table.
 */
export function isFoundBy(db: Db, column: string, query: Expression<unknown>): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any (array ${query})`
    : sql<SqlBool>`${sql.ref(column)} in ${query}`;
}

/** Serializes commands that belong to no workspace. */
export async function lockService(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(4501)`.execute(tx);
}

/**
 * Serializes changes to a user's sessions and sign-in methods. Take a workspace's lock first if both are
 * needed.
 */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  if (!isPostgres(tx)) return;
  // Permits inserting rows that reference the user, such as keys.
  await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/**
 * Locks the workspace for its single writer: on PostgreSQL its event head, on SQLite implicitly. Versions,
 * counters, cycle checks and event numbers rely on it.
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

/** Returns a field of a JSON column as text. */
export function fieldOf(db: Db, column: string, field: string): RawBuilder<string | null> {
  const json = isPostgres(db) ? sql`${sql.ref(column)}::jsonb` : sql.ref(column);
  return sql`(${json} ->> ${sql.lit(field)})`;
}

/**
 * Makes PostgreSQL plan a statement for its values each time. Its generic plan, used after five runs of a
 * named statement, scans a whole index for rare words.
 */
export const plannedEachTime = "/* planned each time */";
