import { type RawBuilder, sql } from "kysely";
import { isPostgres, type Tx } from "../storage/dialect.ts";

/**
 * Returns the database's time `seconds` from now as ISO text. Processes on one PostgreSQL may disagree about
 * the time, but leases must not; those on one SQLite file share a machine.
 */
export function timeIn(tx: Tx, seconds: number): RawBuilder<string> {
  if (!isPostgres(tx)) return sql<string>`${new Date(Date.now() + seconds * 1000).toISOString()}`;
  // Constant within a statement, so that indexes apply.
  return sql<string>`to_char(
    (statement_timestamp() + make_interval(secs => ${seconds}::double precision)) at time zone 'utc',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
