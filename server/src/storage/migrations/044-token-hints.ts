import { type Kysely, sql } from "kysely";

/** Adds what people see of the token of an MCP server. */
export async function tokenHints(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table mcp_servers add column token_hint text").execute(db);
}
