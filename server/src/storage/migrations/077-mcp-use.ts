import { type Kysely, sql } from "kysely";

/** Adds the last use of keys and connections at the MCP endpoint. */
export async function mcpUse(db: Kysely<unknown>): Promise<void> {
  for (const table of ["api_keys", "oauth_connections"])
    await sql.raw(`alter table ${table} add column last_mcp_use_at text`).execute(db);
}
