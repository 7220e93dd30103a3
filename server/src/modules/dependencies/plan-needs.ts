import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { type Db, isOneOf, tableOf } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { type Step, walkFrom } from "../../storage/walk.ts";
import { plansReadableBy } from "../plans/access.ts";
import { isOpenSpec } from "./is-open-spec.ts";

/** A plan with its sub-plans, or with `own` only its own specs. */
export interface PlanScope {
  plan: string;
  own: boolean;
}

/** Everything in `from` waits for everything in `to`. */
export interface PlanNeed {
  from: PlanScope;
  to: PlanScope;
}

/** Returns a plan and its ancestors. */
export type Above = (plan: string) => ReadonlySet<string>;

/**
 * Returns plan dependencies that block these plans: their own and their ancestors' (docs/decisions/graph.md,
 * plans). Ignores unreadable needs, and archived plans outside of `plans`.
 */
export const planNeedsOf = (db: Db, actor: Actor, plans: readonly string[]): Promise<PlanNeeds> =>
  needsAmong(db, actor.workspaceId, plans, async (edges) => {
    const readable = await plansReadableBy(db, actor)
      .clearSelect()
      .select(["plans.id", "plans.archived_at"])
      .where(isOneOf(db, "plans.id", [...new Set(edges.map((edge) => edge.to))]))
      .execute();
    const seen = new Set(
      readable.filter((plan) => !plan.archived_at || plans.includes(plan.id)).map((plan) => plan.id),
    );
    return edges.filter((edge) => seen.has(edge.to));
  });

export interface PlanNeeds {
  needs: PlanNeed[];
  above: Above;
}

/** Returns dependencies of these plans and their ancestors, as far as the filter lets them through. */
export async function needsAmong(
  db: Db,
  workspaceId: string,
  plans: readonly string[],
  filter: (edges: readonly PlanEdge[]) => Promise<PlanEdge[]>,
): Promise<PlanNeeds> {
  const found = await planEdges(db, workspaceId, plans);
  if (found.length === 0) return { needs: [], above: () => new Set() };
  const dependencies = await filter(found);
  const above = await plansAbove(db, workspaceId, [
    ...new Set([...plans, ...dependencies.flatMap(({ from, to }) => [from, to])]),
  ]);
  return { needs: dependencies.map(({ from, to }) => partsOf(from, to, above)), above };
}

/** Returns the parts of a plan dependency: if one plan is above the other, it stands for its own specs. */
export const partsOf = (from: string, to: string, above: Above): PlanNeed => ({
  from: { plan: from, own: above(to).has(from) },
  to: { plan: to, own: above(from).has(to) },
});

/** Literal, so that the partial index applies. */
export const isPlanNeed = sql<SqlBool>`dependencies.kind = 'plan'`;

/** Tests whether any plan of the workspace needs another. */
export async function hasPlanNeeds(db: Db, workspaceId: string): Promise<boolean> {
  return (await anyPlanNeed(db, { workspaceId })).length > 0;
}

const anyPlanNeed = statement((db, param: Param<{ workspaceId: string }>) =>
  db
    .selectFrom("dependencies")
    .select("id")
    .where("workspace_id", "=", param("workspaceId"))
    .where(isPlanNeed)
    .limit(1),
);

/** Returns a test for parts that contain own specs of these plans. */
export function partsWith(plans: readonly string[], above: Above): (part: PlanScope) => boolean {
  const own = new Set(plans);
  const whole = new Set(plans.flatMap((plan) => [...above(plan)]));
  return (part) => (part.own ? own : whole).has(part.plan);
}

const keyOf = ({ plan, own }: PlanScope) => `${plan} ${own}`;

/** Returns a test for parts with open content, ignoring archived sub-plans. */
export async function openParts(
  db: Db,
  workspaceId: string,
  parts: readonly PlanScope[],
): Promise<(part: PlanScope) => boolean> {
  const open = new Set<string>();
  for (const own of [true, false]) {
    const tops = [...new Set(parts.filter((part) => part.own === own).map((part) => part.plan))];
    if (tops.length === 0) continue;
    const below: Step = {
      columns: sql`reached.side, plans.id`,
      from: sql`plans`,
      where: sql`plans.workspace_id = ${workspaceId} and plans.parent_plan_id = reached.id
        and plans.archived_at is null and ${own ? 1 : 0} = 0`,
    };
    const start = sql`select value, value from ${tableOf(db, tops)} as start`;
    const { rows } = await sql<{ top: string }>`
      with recursive reached (side, id) as (${walkFrom(db, start, [below])})
      select distinct side as top from reached where (
        select 1 from specs
        where specs.workspace_id = ${workspaceId} and specs.plan_id = reached.id and ${isOpenSpec}
        order by specs.position limit 1
      ) = 1`.execute(db);
    for (const { top } of rows) open.add(keyOf({ plan: top, own }));
  }
  return (part) => open.has(keyOf(part));
}

interface PlanEdge {
  from: string;
  to: string;
}

/** Returns dependencies of these plans and their ancestors. `cross join` fixes SQLite's join order. */
async function planEdges(db: Db, workspaceId: string, plans: readonly string[]): Promise<PlanEdge[]> {
  const { rows } = await sql<PlanEdge>`
    with recursive above (id) as (
      select value from ${tableOf(db, plans)} as start
      union
      select plans.parent_plan_id from above cross join plans
      where plans.workspace_id = ${workspaceId} and plans.id = above.id and plans.parent_plan_id is not null
    )
    select dependencies.from_id as "from", dependencies.to_id as "to" from above cross join dependencies
    where dependencies.workspace_id = ${workspaceId} and dependencies.from_id = above.id`.execute(db);
  return rows;
}

async function plansAbove(db: Db, workspaceId: string, plans: readonly string[]): Promise<Above> {
  const { rows } = await sql<{ plan: string; id: string }>`
    with recursive above (plan, id) as (
      select value, value from ${tableOf(db, plans)} as start
      union all
      select above.plan, plans.parent_plan_id from above cross join plans
      where plans.workspace_id = ${workspaceId} and plans.id = above.id and plans.parent_plan_id is not null
    )
    select plan, id from above`.execute(db);
  const found = new Map<string, Set<string>>(plans.map((plan) => [plan, new Set()]));
  for (const { plan, id } of rows) found.get(plan)?.add(id);
  return (plan) => found.get(plan) ?? new Set();
}
