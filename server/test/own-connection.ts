import { join } from "node:path";
import type { Kysely } from "kysely";
import { readConfig } from "../src/config/config.ts";
import { openPostgres } from "../src/storage/postgres.ts";
import { openSqlite } from "../src/storage/sqlite.ts";
import type { Tables } from "../src/storage/tables.ts";
import type { World } from "./world.ts";

/** Changes a world's rows directly in the database, to simulate the passing of days. */
export const withRows = <T>({ env }: World, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
  onRows(env, work);

/** Changes a database's rows in the same way, with or without a running service. */
export async function onRows<T>(
  env: Record<string, string>,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = readConfig(env);
  const { db } = databaseUrl
    ? openPostgres(databaseUrl, "write", 1)
    : openSqlite(join(dataDir, "groundplan.db"), "write");
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
