import { type Kysely, sql } from "kysely";

/** Renames the push tables and the field of queued jobs to match the code. */
export async function pushNames(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table push_items rename column held to possible_parents",
  "alter table push_items rename column known to last_synced",
  "alter table push_items rename column seen_status to remote_status",
  "alter table push_items rename column run_id to push_id",
  "alter table push_steps rename column run_id to push_id",
  "alter table push_runs rename to pushes",
  "drop index push_runs_plan",
  "drop index push_runs_active",
  "create index pushes_plan on pushes (workspace_id, plan_id, id)",
  "create unique index pushes_active on pushes (workspace_id, root_plan_id) where finished_at is null",
  `update jobs set payload = replace(payload, '"runId":', '"pushId":') where kind = 'push.run'`,
];
