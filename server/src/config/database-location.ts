import { join } from "node:path";
import type { Config } from "./config.ts";

/** Returns the place of the database for people to read: a file, or a server without its password. */
export function databaseLocation({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): string {
  if (databaseUrl === null) return join(dataDir, "groundplan.db");
  const { host, pathname } = new URL(databaseUrl);
  // The host may be the folder of a socket, which an address holds encoded.
  return `the PostgreSQL database ${[decodeURIComponent(host), pathname.slice(1)].filter(Boolean).join("/")}`;
}
