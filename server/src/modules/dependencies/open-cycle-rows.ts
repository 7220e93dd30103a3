import { type RawBuilder, sql } from "kysely";
import { type Db, isOneOf, tableOf } from "../../storage/dialect.ts";
import { type Step, walkFrom } from "../../storage/walk.ts";
import { isOpenSpec } from "./is-open-spec.ts";
import { isPlanNeed } from "./plan-needs.ts";

export function planDependencies(db: Db, workspaceId: string) {
  return db
    .selectFrom("dependencies")
    .select(["from_id as from", "to_id as to"])
    .where("workspace_id", "=", workspaceId)
    .where(isPlanNeed)
    .execute();
}

export interface NearPlans {
  /** Plans that are neither archived nor below an archived one. */
  plans: { id: string; parent: string | null }[];
  /** Pairs of plans in which a spec of the first needs one of the second. */
  pairs: { from: string; to: string }[];
}

/**
 * Returns the plans through which a cycle over these plans' dependencies can lead: their sub-plans,
 * transitively needed plans, and ancestors of any of these. Walk rows with a plan's id as their side are
 * pairs. Skips needs within a plan by index ranges.
 */
export async function plansNear(db: Db, workspaceId: string, tops: readonly string[]): Promise<NearPlans> {
  const isAt = (side: string) => sql`reached.side = ${sql.lit(side)}`;
  const ofPlan = sql`plans.workspace_id = ${workspaceId}`;
  const elsewhere = (isBeyond: RawBuilder<unknown>): Step => ({
    columns: sql`dependencies.from_plan_id as side, dependencies.to_plan_id as id`,
    from: sql`dependencies`,
    where: sql`${isAt("needed")} and dependencies.workspace_id = ${workspaceId}
      and dependencies.from_plan_id = reached.id and ${isBeyond} and dependencies.from_number is not null`,
  });
  const isPair = sql`reached.side not in ('below', 'needed', 'around')`;
  const steps: Step[] = [
    {
      columns: sql`'below' as side, plans.id as id`,
      from: sql`plans`,
      where: sql`${isAt("below")} and ${ofPlan} and plans.parent_plan_id = reached.id`,
    },
    elsewhere(sql`dependencies.to_plan_id < reached.id`),
    elsewhere(sql`dependencies.to_plan_id > reached.id`),
    { columns: sql`'needed' as side, reached.id as id`, where: sql`(${isAt("below")} or ${isPair})` },
    { columns: sql`'around' as side, reached.id as id`, where: isAt("needed") },
    {
      columns: sql`'around' as side, plans.parent_plan_id as id`,
      from: sql`plans`,
      where: sql`${isAt("around")} and ${ofPlan} and plans.id = reached.id and plans.parent_plan_id is not null`,
    },
  ];
  const start = sql`select cast('below' as text), value from ${tableOf(db, tops)} as tops`;
  const { rows } = await sql<{ side: string; id: string }>`
    with recursive reached (side, id) as (${walkFrom(db, start, steps)})
    select side, id from reached where ${isPair} or ${isAt("around")}`.execute(db);
  const around = rows.filter(({ side }) => side === "around").map(({ id }) => id);
  const pairs = rows.filter(({ side }) => side !== "around").map(({ side, id }) => ({ from: side, to: id }));
  return { plans: await livePlans(db, workspaceId, around), pairs };
}

/** Filters to plans that block others: not archived, nor is their project. */
function livePlans(db: Db, workspaceId: string, ids: readonly string[]) {
  return db
    .selectFrom("plans")
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "plans.workspace_id")
        .onRef("projects.id", "=", "plans.project_id")
        .on("projects.archived_at", "is", null),
    )
    .select(["plans.id", "plans.parent_plan_id as parent"])
    .where("plans.workspace_id", "=", workspaceId)
    .where("plans.archived_at", "is", null)
    .where(isOneOf(db, "plans.id", ids))
    .execute();
}

/** Ordered by plan, position and id. */
export function openSpecsOf(db: Db, workspaceId: string, plans: readonly string[]) {
  return db
    .selectFrom("specs")
    .innerJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "specs.workspace_id").onRef("plans.id", "=", "specs.plan_id"),
    )
    .select(["specs.id", "specs.number", "specs.plan_id", "plans.number as plan_number", "plans.project_id"])
    .where("specs.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "specs.plan_id", plans))
    .where(isOpenSpec)
    .orderBy("specs.plan_id")
    .orderBy("specs.position")
    .orderBy("specs.id")
    .execute();
}
