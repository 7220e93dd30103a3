import { sql } from "kysely";
import { type Db, isOneOf, tableOf } from "../../storage/dialect.ts";
import { type Step, walkFrom } from "../../storage/walk.ts";
import { isOpenSpec } from "./open.ts";
import { isPlanNeed } from "./plan-needs.ts";

/** Returns all dependencies of plans. */
export function planDependencies(db: Db, workspaceId: string) {
  return db
    .selectFrom("dependencies")
    .select(["from_id as from", "to_id as to"])
    .where("workspace_id", "=", workspaceId)
    .where(isPlanNeed)
    .execute();
}

export interface NearPlans {
  /** The plans and what lies below them, and plans whose specs theirs need, directly or not. */
  reached: string[];
  /** All of these and the plans above them, without what is archived. */
  live: { id: string; parent: string | null }[];
}

/** Returns the plans through which a circle can lead that goes through a dependency of these plans. */
export async function plansNear(db: Db, workspaceId: string, tops: readonly string[]): Promise<NearPlans> {
  const isAt = (side: string) => sql`reached.side = ${sql.lit(side)}`;
  const ofPlan = sql`plans.workspace_id = ${workspaceId}`;
  const steps: Step[] = [
    {
      columns: sql`'below' as side, plans.id as id`,
      from: sql`plans`,
      where: sql`${isAt("below")} and ${ofPlan} and plans.parent_plan_id = reached.id`,
    },
    { columns: sql`'needed' as side, reached.id as id`, where: isAt("below") },
    {
      columns: sql`'needed' as side, dependencies.to_plan_id as id`,
      from: sql`dependencies`,
      where: sql`${isAt("needed")} and dependencies.workspace_id = ${workspaceId}
        and dependencies.from_plan_id = reached.id and dependencies.from_number is not null`,
    },
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
    select side, id from reached where side in ('needed', 'around')`.execute(db);
  const idsAt = (side: string) => rows.filter((row) => row.side === side).map(({ id }) => id);
  return { reached: idsAt("needed"), live: await livePlans(db, workspaceId, idsAt("around")) };
}

/** Returns those of these plans that hold others up: they are not archived, nor is their project. */
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

/** Returns each two plans of which a spec of the first, one of these, needs a spec of the other. */
export function plansOfNeeds(db: Db, workspaceId: string, plans: readonly string[]) {
  return db
    .selectFrom("dependencies")
    .select(["from_plan_id as from", "to_plan_id as to"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "from_plan_id", plans))
    .where("from_number", "is not", null)
    .whereRef("from_plan_id", "<>", "to_plan_id")
    .groupBy(["from_plan_id", "to_plan_id"])
    .execute();
}

/** Returns the open specs of plans, by plan, position and id. */
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

/** Returns the dependencies between specs of these plans. */
export function needsBetween(db: Db, workspaceId: string, plans: readonly string[]) {
  return db
    .selectFrom("dependencies")
    .select(["from_id as from", "to_id as to"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "from_plan_id", plans))
    .where(isOneOf(db, "to_plan_id", plans))
    .where("from_number", "is not", null)
    .execute();
}
