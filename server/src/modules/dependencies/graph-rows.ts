import type { SpecStatus } from "@groundplan/contract";
import { sql } from "kysely";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { Actor } from "../identity/actor.ts";
import type { PlanRow } from "../plans/access.ts";
import { plansReadableBy } from "../plans/access.ts";
import { isOpenSpec } from "./open.ts";

export interface TreePlan {
  id: string;
  number: number;
  parent: string | null;
}

export interface TreeSpec {
  id: string;
  plan_id: string;
  number: number;
  title: string;
  effort: number | null;
  status: SpecStatus;
}

/** A plan and its sub-plans, each after the one above it, in order of creation; archived ones only below an archived plan. */
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

/** By position in their plans. */
export async function treeSpecs(
  db: Db,
  workspaceId: string,
  plans: readonly TreePlan[],
): Promise<TreeSpec[]> {
  const rows = await db
    .selectFrom("specs")
    .select(["id", "plan_id", "number", "title", "effort", sql<SpecStatus>`status`.as("status")])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plan_id", idsOf(plans)))
    .orderBy("plan_id")
    .orderBy("position")
    .orderBy("id")
    .execute();
  if (plans.length === 1) return rows;
  const byPlan = Map.groupBy(rows, (row) => row.plan_id);
  return plans.flatMap((plan) => byPlan.get(plan.id) ?? []);
}

/** What the specs of these plans need first, wherever it is. */
export function treeEdges(db: Db, workspaceId: string, plans: readonly TreePlan[]) {
  return db
    .selectFrom("dependencies")
    .select(["from_id", "to_id"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "from_plan_id", idsOf(plans)))
    .where("kind", "=", "spec")
    .execute();
}

/** Of specs of any plans those that are open, in plans that the actor can read and that are not archived. */
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

const idsOf = (plans: readonly TreePlan[]) => plans.map((plan) => plan.id);
