import { type Kysely, sql } from "kysely";

/** Adds the displayed end of an MCP server's token. */
export async function tokenHints(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table mcp_servers add column token_hint text").execute(db);
}
