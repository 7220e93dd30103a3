import { join } from "node:path";
import type { World } from "../../../test/world.ts";
import type { Db } from "../../storage/dialect.ts";
import { openPostgres } from "../../storage/postgres.ts";
import { openSqlite } from "../../storage/sqlite.ts";

/** A connection to the world's database beside the service's own. Destroy it after. */
export function openBeside({ env }: World, mode: "read" | "write"): Db {
  const { DATABASE_URL: url, GROUNDPLAN_DATA_DIR: folder = "" } = env;
  return url ? openPostgres(url, mode, 1).db : openSqlite(join(folder, "groundplan.db"), mode).db;
}
