import { type RawBuilder, sql } from "kysely";
import { type Db, isPostgres } from "./dialect.ts";

/** The database's current time as ISO text, for statements that compare leases with it. */
export const databaseTime = (db: Db): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`to_char(statement_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;

/** Reads the database's current time. */
export async function readDatabaseTime(db: Db): Promise<string> {
  const { rows } = await sql<{ time: string }>`select ${databaseTime(db)} as time`.execute(db);
  return rows[0]?.time ?? new Date().toISOString();
}
