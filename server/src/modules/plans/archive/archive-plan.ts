import { archivePlan, deletePlan, restorePlan } from "@groundplan/contract";
import { post, write } from "../../../dispatch/handlers.ts";
import { ApiError } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { requireRevision } from "../../../revisions/revisions.ts";
import { isOneOf } from "../../../storage/dialect.ts";
import { noteDeletedPlans } from "../../dependencies/counts/deleted-plans.ts";
import { planHandle } from "../../handles.ts";
import { ownedPlan, readablePlan, requireOwn } from "../access.ts";
import { aboutPlan } from "../events.ts";
import { disclosesPlan, presentPlan } from "../present.ts";
import { readersOf } from "../readers.ts";
import { ancestorsOf, deletePlanRows, subtreeIds } from "../store.ts";
import { enqueueRestoredPlans } from "./restored.ts";

/** Archives a plan with its sub-plans; no-op for those archived before. */
export const planArchive = post(archivePlan, disclosesPlan, async (tx, actor, { params, ifMatch }) => {
  const plan = await ownedPlan(tx, actor, params);
  requireRevision(plan.revision, ifMatch);
  const ids = await subtreeIds(tx, plan);
  const timestamp = now();
  await tx
    .updateTable("plans")
    .set({ archived_at: timestamp, archived_with: plan.id, updated_at: timestamp })
    .where("workspace_id", "=", plan.workspace_id)
    .where(isOneOf(tx, "id", ids))
    .where("archived_at", "is", null)
    .execute();
  await appendEvents(tx, actor, [{ type: "plan.archived", ...aboutPlan(plan), data: { plans: ids } }]);
  return { plan: presentPlan(await readablePlan(tx, actor, params)) };
});

/**
 * Restores a plan; no-op if not archived (decisions section 2). Enqueues rereading its issues from the
 * trackers.
 */
export const planRestore = post(restorePlan, disclosesPlan, async (tx, actor, { params, ifMatch }) => {
  const plan = requireOwn(await readablePlan(tx, actor, params));
  const above = (await ancestorsOf(tx, plan)).findLast((ancestor) => ancestor.archived_at);
  if (plan.archived_at && above) {
    throw new ApiError(
      "plan_archived",
      `${planHandle(above.number)} above it is archived. Restore that plan first.`,
    );
  }
  requireRevision(plan.revision, ifMatch);
  if (!plan.archived_at) return { plan: presentPlan(plan) };
  const ids = await subtreeIds(tx, plan);
  await tx
    .updateTable("plans")
    .set({ archived_at: null, archived_with: null, updated_at: now() })
    .where("workspace_id", "=", plan.workspace_id)
    .where("archived_with", "=", plan.archived_with)
    .where(isOneOf(tx, "id", ids))
    .execute();
  await enqueueRestoredPlans(tx, plan.workspace_id, ids);
  await appendEvents(tx, actor, [{ type: "plan.restored", ...aboutPlan(plan), data: { plans: ids } }]);
  return { plan: presentPlan(await readablePlan(tx, actor, params)) };
});

/** Deletes a plan that is not archived (decisions section 3, archive). */
export const planDelete = write(deletePlan, async (tx, actor, { params, ifMatch }) => {
  const plan = await ownedPlan(tx, actor, params);
  requireRevision(plan.revision, ifMatch);
  const ids = await subtreeIds(tx, plan);
  const readers = await readersOf(tx, plan);
  await noteDeletedPlans(tx, plan, ids);
  await deletePlanRows(tx, plan.workspace_id, ids);
  await appendEvents(tx, actor, [
    { type: "plan.deleted", ...aboutPlan(plan), audience: readers, data: { plans: ids } },
  ]);
  return { deleted: true as const };
});
