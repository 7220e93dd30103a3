import { archivePlan, deletePlan, restorePlan } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { requireRevision } from "../../revisions/revisions.ts";
import { isOneOf } from "../../storage/dialect.ts";
import { planHandle } from "../handles.ts";
import { rereadSpecs } from "../push/back/reread-specs.ts";
import { ownedPlan, type PlanRow, readablePlan, requireOwn } from "./access.ts";
import { presentPlan } from "./present.ts";
import { ancestorsOf, deletePlanRows, subtreeIds } from "./store.ts";

/** Archiving takes the sub-plans along; those that were archived before stay as they are. */
export const planArchive = write(archivePlan, async (tx, actor, { params }) => {
  const plan = await ownedPlan(tx, actor, params);
  const ids = await subtreeIds(tx, plan);
  const at = now();
  await tx
    .updateTable("plans")
    .set({ archived_at: at, archived_with: plan.id, updated_at: at })
    .where("workspace_id", "=", plan.workspace_id)
    .where(isOneOf(tx, "id", ids))
    .where("archived_at", "is", null)
    .execute();
  await appendEvents(tx, actor, [planEvent("plan.archived", plan, ids)]);
  return { plan: presentPlan(await readablePlan(tx, actor, params)) };
});

/**
 * Restoring a plan that is not archived changes nothing (decisions section 2). What people did meanwhile to the issues
 * of its specs is read from the trackers.
 */
export const planRestore = write(restorePlan, async (tx, actor, { params }) => {
  const plan = requireOwn(await readablePlan(tx, actor, params));
  if (!plan.archived_at) return { plan: presentPlan(plan) };
  const above = (await ancestorsOf(tx, plan)).findLast((ancestor) => ancestor.archived_at);
  if (above) {
    throw new ApiError(
      "plan_archived",
      `${planHandle(above.number)} above it is archived. Restore that plan first.`,
    );
  }
  const ids = await subtreeIds(tx, plan);
  await tx
    .updateTable("plans")
    .set({ archived_at: null, archived_with: null, updated_at: now() })
    .where("workspace_id", "=", plan.workspace_id)
    .where("archived_with", "=", plan.archived_with)
    .where(isOneOf(tx, "id", ids))
    .execute();
  await rereadSpecs(tx, plan.workspace_id, { planIds: ids });
  await appendEvents(tx, actor, [planEvent("plan.restored", plan, ids)]);
  return { plan: presentPlan(await readablePlan(tx, actor, params)) };
});

/** Deleting at once is for plans that are not archived (decisions section 3, archive). */
export const planDelete = write(deletePlan, async (tx, actor, { params, ifMatch }) => {
  const plan = await ownedPlan(tx, actor, params);
  requireRevision(plan.revision, ifMatch);
  const ids = await subtreeIds(tx, plan);
  await deletePlanRows(tx, plan.workspace_id, ids);
  await appendEvents(tx, actor, [planEvent("plan.deleted", plan, ids)]);
  return { deleted: true as const };
});

/** An event of a plan with its sub-plans, whose ids it names. */
const planEvent = (type: string, plan: PlanRow, plans: readonly string[]) => ({
  type,
  subjectId: plan.id,
  planId: plan.id,
  projectId: plan.project_id,
  data: { plans },
});
