import { type Plan, type PlanTree, statusLabels } from "@groundplan/contract";
import type { Disclosure } from "../../dispatch/commands.ts";
import { planHandle } from "../handles.ts";
import type { PlanRow } from "./access.ts";

/** Returns the API's form of a plan. Sub-plans show their root's owner, and null visibility. */
export function presentPlan(row: PlanRow): Plan {
  return {
    id: row.id,
    shortId: planHandle(row.number),
    archivedAt: row.archived_at,
    name: row.name,
    description: row.description,
    status: row.status,
    statusLabel: statusLabels[row.status],
    projectId: row.project_id,
    parentPlanId: row.parent_plan_id,
    parentShortId: row.parent_number === null ? null : planHandle(row.parent_number),
    rootPlanId: row.root_plan_id,
    rootShortId: planHandle(row.root_number),
    visibility: row.visibility,
    template: row.root_template === 1,
    ownerUserId: row.root_owner_user_id,
    leadUserId: row.lead_user_id,
    ...(row.lead_active === null ? {} : { leadActive: row.lead_active === 1 }),
    targetDate: row.target_date,
    capability: row.capability,
    externalRef: row.external_ref,
    position: row.position,
    specCount: row.spec_count,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Nests a tree's plans under `root`. */
export function presentTree(root: PlanRow, plans: readonly PlanRow[]): PlanTree {
  const children = Map.groupBy(plans, (plan) => plan.parent_plan_id);
  const nest = (plan: PlanRow): PlanTree => ({
    plan: presentPlan(plan),
    children: (children.get(plan.id) ?? []).map(nest),
  });
  return nest(root);
}

export const disclosesPlan = ({ plan }: { plan: { id: string } }): Disclosure => ({ planIds: [plan.id] });
