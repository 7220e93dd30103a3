import { type Kysely, sql } from "kysely";

/** Adds failure classes to webhook deliveries, pushes and MCP probes. */
export async function failureReasons(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table webhook_deliveries add column last_failure text",
  "alter table pushes add column failure_reason text",
  "alter table connector_toolsets add column probe_reason text",
  // Earlier messages contained the HTTP client's own codes.
  `update connector_toolsets set probe_error = 'The address gives no usable answer.'
    where probe_error like '%UND\\_ERR%' escape '\\'`,
];
