import { join } from "node:path";
import type { Kysely } from "kysely";
import { readConfig } from "../src/config/config.ts";
import { openPostgres } from "../src/storage/postgres.ts";
import { openSqlite } from "../src/storage/sqlite.ts";
import type { Tables } from "../src/storage/tables.ts";
import type { World } from "./world.ts";

/** Changes a world's rows past its service, to cause what would otherwise take days. */
export async function withRows<T>(world: World, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig(world.env);
  const { db } = databaseUrl
    ? openPostgres(databaseUrl, "write", 1)
    : openSqlite(join(dataDir, "groundplan.db"), "write");
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
