import { join } from "node:path";
import type { TestDatabase } from "../../../test/databases.ts";
import type { Db } from "../../storage/dialect.ts";
import { openPostgres } from "../../storage/postgres.ts";
import { openSqlite } from "../../storage/sqlite.ts";

/** Opens a second connection to a test's database. The caller destroys it. */
export function openSecondConnection({ env }: Pick<TestDatabase, "env">, mode: "read" | "write"): Db {
  const { DATABASE_URL: url, GROUNDPLAN_DATA_DIR: folder = "" } = env;
  return url ? openPostgres(url, mode, 1).db : openSqlite(join(folder, "groundplan.db"), mode).db;
}
