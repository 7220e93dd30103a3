import type { SpecStatus } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { PlanRow } from "../plans/access.ts";
import { plansReadableBy } from "../plans/access.ts";
import { shownReadiness } from "./counts/readiness-key.ts";
import { isOpenSpec } from "./is-open-spec.ts";

export interface TreePlan {
  id: string;
  number: number;
  parent: string | null;
}

export interface TreeSpec {
  plan_id: string;
  number: number;
  title: string;
  effort: number | null;
  readiness: number;
  status: SpecStatus;
}

/**
 * Returns a plan and its sub-plans, parents first, by creation. Archived sub-plans are left out, except below
 * an archived plan.
 */
export async function treePlans(db: Db, plan: PlanRow): Promise<TreePlan[]> {
  const rows = await db
    .selectFrom("plans")
    .select(["id", "number", "parent_plan_id as parent", "archived_at"])
    .where("workspace_id", "=", plan.workspace_id)
    .where("root_plan_id", "=", plan.root_plan_id)
    .orderBy("id")
    .execute();
  const shown = rows.filter((row) => plan.archived_at || !row.archived_at);
  const children = Map.groupBy(shown, (row) => row.parent);
  const withChildren = (top: TreePlan): TreePlan[] => [
    top,
    ...(children.get(top.id) ?? []).flatMap(withChildren),
  ];
  return shown.filter((row) => row.id === plan.id).flatMap(withChildren);
}

/** Ordered by position. */
export async function treeSpecs(
  db: Db,
  workspaceId: string,
  plans: readonly TreePlan[],
): Promise<TreeSpec[]> {
  const rows = await db
    .selectFrom("specs")
    .innerJoin("plans", (join) =>
      join.onRef("plans.workspace_id", "=", "specs.workspace_id").onRef("plans.id", "=", "specs.plan_id"),
    )
    .select(["specs.plan_id", "specs.number", "specs.title", "specs.effort"])
    .select([shownReadiness.as("readiness"), sql<SpecStatus>`specs.status`.as("status")])
    .where("specs.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "specs.plan_id", idsOf(plans)))
    // Otherwise PostgreSQL may read all plans for the join.
    .where(isOneOf(db, "plans.id", idsOf(plans)))
    .orderBy("specs.plan_id")
    .orderBy("specs.position")
    .orderBy("specs.id")
    .execute();
  if (plans.length === 1) return rows;
  const byPlan = Map.groupBy(rows, (row) => row.plan_id);
  return plans.flatMap((plan) => byPlan.get(plan.id) ?? []);
}

/**
 * Returns dependencies of these plans' specs, per pair of plans as numbers `from,to,from,to…`. One text is
 * read several times as fast as a row per edge.
 */
export function treeEdges(db: Db, workspaceId: string, plans: readonly { id: string }[]) {
  return db
    .selectFrom("dependencies")
    .select([
      "from_plan_id",
      "to_plan_id",
      sql<string>`string_agg(from_number || ',' || to_number, ',')`.as("numbers"),
    ])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "from_plan_id", idsOf(plans)))
    .where("from_number", "is not", null)
    .groupBy(["from_plan_id", "to_plan_id"])
    .execute();
}

/** Returns dependencies of these plans' specs on other given plans. */
export function edgesInto(
  db: Db,
  workspaceId: string,
  plans: readonly TreePlan[],
  others: ReadonlySet<string>,
) {
  return db
    .selectFrom("dependencies")
    .select(["from_plan_id", "from_number", "to_id"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "from_plan_id", idsOf(plans)))
    .where(isOneOf(db, "to_plan_id", [...others]))
    .where("kind", "=", "spec")
    .execute();
}

/** Filters to open specs in readable plans that are not archived. */
export function openSpecs(db: Db, actor: Actor, ids: readonly string[]) {
  return plansReadableBy(db, actor)
    .clearSelect()
    .innerJoin("specs", (join) =>
      join.onRef("specs.workspace_id", "=", "plans.workspace_id").onRef("specs.plan_id", "=", "plans.id"),
    )
    .select(["specs.id", "specs.effort"])
    .where("plans.archived_at", "is", null)
    .where(isOneOf(db, "specs.id", ids))
    .where(isOpenSpec)
    .execute();
}

const idsOf = (plans: readonly { id: string }[]) => plans.map((plan) => plan.id);
