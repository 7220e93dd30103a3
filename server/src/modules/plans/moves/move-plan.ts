import { movePlan } from "@groundplan/contract";
import { post } from "../../../dispatch/handlers.ts";
import { ApiError, ofField } from "../../../errors.ts";
import { appendEvents, type NewEvent } from "../../../events/append.ts";
import type { Audience } from "../../../events/visibility.ts";
import { now } from "../../../ids.ts";
import { moveItems } from "../../../inbox-items/move-items.ts";
import { requireRevision } from "../../../revisions/revisions.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { noteTouched } from "../../dependencies/counts/touched.ts";
import { planHandle } from "../../handles.ts";
import { readableProject } from "../../projects/access.ts";
import {
  loadAfterWrite,
  type PlanRow,
  readablePlan,
  requireEdit,
  requireNotArchived,
  requireOwn,
} from "../access.ts";
import { parentPlan } from "../create-plan.ts";
import { aboutPlan } from "../events.ts";
import { disclosesPlan, presentPlan } from "../present.ts";
import { readersOf } from "../readers.ts";
import { ancestorsOf, levelsOf, subtreeIds } from "../store.ts";
import { requireFreeRefsIn, sourcesOfProject, takeToProject } from "./change-project.ts";

/**
 * Moves a plan below another or to the root, possibly of another project. A new root keeps inherited owner,
 * visibility and shares; a root that becomes a sub-plan loses its own.
 */
export const planMove = post(movePlan, disclosesPlan, async (tx, actor, { params, body, ifMatch }) => {
  const readable = await readablePlan(tx, actor, params);
  const { projectSlug, parentPlanId = null } = body;
  const projectId =
    projectSlug === undefined
      ? readable.project_id
      : (await ofField("/projectSlug", () => readableProject(tx, actor, projectSlug))).id;
  const parent =
    parentPlanId === null
      ? null
      : await parentPlan(tx, actor, projectId, parentPlanId, await levelsOf(tx, readable));
  requireOwn(readable);
  if (parent) requireEdit({ ...parent, archived_at: null });
  const plan = requireNotArchived(readable);
  if (parent) await ofField("/parentPlanId", () => requireNotArchived(parent));
  requireRevision(plan.revision, ifMatch);
  const leaves = projectId !== plan.project_id;
  if (!leaves && (parent?.id ?? null) === plan.parent_plan_id) return { plan: presentPlan(plan) };
  if (parent) await refuseCycle(tx, plan, parent);
  const ids = await subtreeIds(tx, plan);
  if (leaves) await requireFreeRefsIn(tx, actor, projectId, ids);

  const root = parent?.root_plan_id ?? plan.id;
  const readers = await readersOf(tx, plan);
  if (parent) await deleteShares(tx, plan);
  else if (plan.parent_plan_id !== null) await copyRootAccess(tx, plan);
  await tx
    .updateTable("plans")
    .set({
      parent_plan_id: parent?.id ?? null,
      visibility: parent ? null : plan.root_visibility,
      template: parent ? 0 : plan.root_template,
      owner_user_id: parent ? null : plan.root_owner_user_id,
      updated_at: now(),
    })
    .where("workspace_id", "=", plan.workspace_id)
    .where("id", "=", plan.id)
    .execute();
  await tx
    .updateTable("plans")
    .set({ root_plan_id: root })
    .where("workspace_id", "=", plan.workspace_id)
    .where(isOneOf(tx, "id", ids))
    .execute();
  if ((parent?.root_template ?? plan.root_template) !== plan.root_template) noteTouched(tx, "plans", ids);
  await moveItems(tx, plan.workspace_id, { plans: ids }, { root_id: root });
  if (leaves) await takeToProject(tx, plan, ids, projectId);
  await appendEvents(tx, actor, movedEvents(plan, parent?.id ?? null, projectId, readers));
  const moved = { plan: presentPlan(await loadAfterWrite(tx, actor, plan.id)) };
  return leaves ? { ...moved, leftSources: await sourcesOfProject(tx, plan) } : moved;
});

/** Returns the event of a move, one per project. Users who lose access are notified in the old one only. */
function movedEvents(plan: PlanRow, to: string | null, projectId: string, readers: Audience): NewEvent[] {
  const type = "plan.moved" as const;
  const data = { from: plan.parent_plan_id, to };
  if (projectId === plan.project_id) return [{ type, ...aboutPlan(plan), audience: readers, data }];
  return [
    { type, ...aboutPlan(plan), audience: readers, data: { ...data, toProjectId: projectId } },
    {
      type,
      ...aboutPlan({ ...plan, project_id: projectId }),
      audience: null,
      data: { ...data, fromProjectId: plan.project_id },
    },
  ];
}

/** Throws if the plan would become its own ancestor. */
async function refuseCycle(tx: Tx, plan: PlanRow, parent: PlanRow): Promise<void> {
  const path = [parent, ...(await ancestorsOf(tx, parent))];
  const index = path.findIndex((step) => step.id === plan.id);
  if (index < 0) return;
  const cycle = path.slice(0, index + 1).map((step) => planHandle(step.number));
  throw new ApiError(
    "dependency_cycle",
    "A plan can't move under itself or its own sub-plans. Choose another parent.",
    {
      cycle,
    },
  );
}

async function deleteShares(tx: Tx, plan: PlanRow): Promise<void> {
  await tx
    .deleteFrom("shares")
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .execute();
}

async function copyRootAccess(tx: Tx, plan: PlanRow): Promise<void> {
  const shares = await tx
    .selectFrom("shares")
    .selectAll()
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.root_plan_id)
    .execute();
  if (shares.length === 0) return;
  await tx
    .insertInto("shares")
    .values(shares.map((share) => ({ ...share, plan_id: plan.id })))
    .execute();
}
