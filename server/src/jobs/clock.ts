import { type RawBuilder, sql } from "kysely";
import { isPostgres, type Tx } from "../storage/dialect.ts";

/**
 * Returns the database's time `seconds` from now, as ISO text to compare and to store. Processes on one PostgreSQL may
 * have clocks that differ, but a lease means the same to all of them; those on one SQLite file share the machine's
 * clock.
 */
export function timeIn(tx: Tx, seconds: number): RawBuilder<string> {
  if (!isPostgres(tx)) return sql<string>`${new Date(Date.now() + seconds * 1000).toISOString()}`;
  // This is the time of the statement: it is constant within a statement, so that indexes serve it.
  return sql<string>`to_char(
    (statement_timestamp() + make_interval(secs => ${seconds}::double precision)) at time zone 'utc',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
