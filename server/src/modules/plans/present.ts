import type { Plan, PlanStatus, PlanTree, Visibility } from "@groundplan/contract";
import { planHandle } from "../handles.ts";
import type { PlanRow } from "./access.ts";

const statusLabels: Record<PlanStatus, string> = {
  PLANNING: "Planning",
  READY: "Ready",
  PUSHED: "Pushed",
  BUILDING: "Building",
  DONE: "Done",
};

/** A plan as the API shows it. A sub-plan's owner is its root's; its visibility is null, inherited. */
export function presentPlan(row: PlanRow): Plan {
  const status = row.status as PlanStatus;
  return {
    id: row.id,
    shortId: planHandle(row.number),
    archivedAt: row.archived_at,
    name: row.name,
    description: row.description,
    status,
    statusLabel: statusLabels[status],
    projectId: row.project_id,
    parentPlanId: row.parent_plan_id,
    rootPlanId: row.root_plan_id,
    visibility: row.visibility as Visibility | null,
    ownerUserId: row.root_owner_user_id,
    capability: row.capability,
    specCount: row.spec_count,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Nests plans of one tree under `root`. */
export function presentTree(root: PlanRow, plans: readonly PlanRow[]): PlanTree {
  const children = Map.groupBy(plans, (plan) => plan.parent_plan_id);
  const nest = (plan: PlanRow): PlanTree => ({
    plan: presentPlan(plan),
    children: (children.get(plan.id) ?? []).map(nest),
  });
  return nest(root);
}
