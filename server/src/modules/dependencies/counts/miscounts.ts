import { type SqlBool, sql } from "kysely";
import type { Db } from "../../../storage/dialect.ts";
import { hasWrongAudience, offersOf } from "./keep-counts.ts";
import { countedPlanNeeds } from "./plan-needs.ts";
import { miscountedSpecs } from "./spec-needs.ts";

/** Rows counted together. */
const atOnce = 500;

/** Counts everything again that `keepCounts` keeps. Returns messages about what differs, some of many. */
export async function miscounts(db: Db, most: number): Promise<string[]> {
  const problems = [...(await miscountedPlans(db, most))];
  for (let specs = await specsAfter(db); specs.length > 0; specs = await specsAfter(db, specs.at(-1))) {
    for (const [workspaceId, rows] of Map.groupBy(specs, (spec) => spec.workspace_id))
      for (const { id } of await miscountedSpecs(db, workspaceId, rows))
        problems.push(`The needs of the spec ${id} are counted wrongly.`);
    if (problems.length >= most) break;
  }
  return problems.slice(0, most);
}

async function miscountedPlans(db: Db, most: number): Promise<string[]> {
  const problems: string[] = [];
  for (let plans = await plansAfter(db); plans.length > 0; plans = await plansAfter(db, plans.at(-1))) {
    for (const [workspaceId, rows] of Map.groupBy(plans, (plan) => plan.workspace_id)) {
      const ids = rows.map(({ id }) => id);
      const counted = await countedPlanNeeds(db, workspaceId, ids);
      for (const plan of rows) {
        const { open_needs, waits } = counted(plan.id);
        if (plan.open_needs !== open_needs || plan.waits !== waits)
          problems.push(`The needs of the plan ${plan.id} are counted wrongly.`);
        if (plan.is_open !== plan.has_open_specs || plan.highest !== plan.free_readiness)
          problems.push(`What the plan ${plan.id} has to claim is recorded wrongly.`);
        if (plan.is_wrong === 1) problems.push(`Who can edit the plan ${plan.id} is recorded wrongly.`);
      }
    }
    if (problems.length >= most) break;
  }
  return problems;
}

const firstKey = { workspace_id: "", id: "" };

const specsAfter = (db: Db, last = firstKey) =>
  db
    .selectFrom("specs")
    .select(["workspace_id", "id", "plan_id", "open_needs", "cancelled_needs"])
    .where(sql<SqlBool>`(workspace_id, id) > (${last.workspace_id}, ${last.id})`)
    .orderBy("workspace_id")
    .orderBy("id")
    .limit(atOnce)
    .execute();

const plansAfter = (db: Db, last = firstKey) =>
  offersOf(db)
    .select(["plans.workspace_id", "plans.open_needs", "plans.waits"])
    .select((select) => select.case().when(hasWrongAudience).then(1).else(0).end().as("is_wrong"))
    .where(sql<SqlBool>`(plans.workspace_id, plans.id) > (${last.workspace_id}, ${last.id})`)
    .orderBy("plans.workspace_id")
    .orderBy("plans.id")
    .limit(atOnce)
    .execute();
