import { type Kysely, sql } from "kysely";

/** Indexes deliveries stranded by a clock set back, and records the app that created a public link. */
export async function boundedWork(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create index webhook_deliveries_scheduled on webhook_deliveries (scheduled_at, workspace_id, webhook_id)
    where state = 'pending' and next_attempt_at is not null`,
  "alter table prototype_shares add column connection_id text",
];
