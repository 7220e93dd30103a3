import { type Kysely, sql } from "kysely";

/** Adds the format of webhooks, and when a delivery was last attempted. */
export async function webhookFormats(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table webhooks add column format text not null default 'standard'",
  "alter table webhook_deliveries add column attempted_at text",
];
