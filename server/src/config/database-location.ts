import { join } from "node:path";
import type { Config } from "./config.ts";

/** Returns the database's location for display, without password. */
export function databaseLocation({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): string {
  if (databaseUrl === null) return join(dataDir, "groundplan.db");
  const { host, pathname } = new URL(databaseUrl);
  // The host may be an encoded socket folder.
  return `the PostgreSQL database ${[decodeURIComponent(host), pathname.slice(1)].filter(Boolean).join("/")}`;
}
