import { type Kysely, sql } from "kysely";

/** Adds the orders of the bin: deleted specs and archived plans of a workspace by time. */
export async function bin(db: Kysely<unknown>): Promise<void> {
  await sql`create index deleted_specs_by_time on deleted_specs (workspace_id, deleted_at, id)`.execute(db);
  await sql`create index plans_by_archival on plans (workspace_id, archived_at, id)
    where archived_at is not null`.execute(db);
}
