import { type Kysely, sql } from "kysely";

/** Notes the root of a run's plan, whose readers may read what the run has told its model. */
export async function rootsOfRuns(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table runs add column root_plan_id text not null default ''",
  `update runs set root_plan_id = (select plans.root_plan_id from plans
    where plans.workspace_id = runs.workspace_id and plans.id = runs.plan_id)`,
];
