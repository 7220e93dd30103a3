import { type Kysely, sql } from "kysely";

/** Adds an index over plans that are not done, which are listed across projects. */
export async function openPlans(db: Kysely<unknown>): Promise<void> {
  await sql`create index plans_not_done on plans (workspace_id, id)
    where status <> 'DONE' and archived_at is null`.execute(db);
}
