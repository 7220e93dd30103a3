import type { SpecStatus } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { NewEvent } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { loadAfterWrite, type PlanRow } from "../plans/access.ts";
import { changePlanText } from "../plans/change-plan.ts";
import { insertPlan } from "../plans/insert-plan.ts";
import { setPlanStatus, statusEvent, syncPlanStatus } from "../plans/status.ts";
import { rowOf } from "./base.ts";
import { type PlanDecision, planKey } from "./decide-plan.ts";
import type { Target } from "./find-plans.ts";
import { replaceImported } from "./store.ts";

/** Creates a plan without specs, and its merge base. */
export async function createPlan(
  tx: Tx,
  actor: Actor,
  projectId: string,
  { source, parent }: Target,
): Promise<{ plan: PlanRow; event: NewEvent }> {
  const { name, description, externalRef, status, visibility } = source;
  const { id, event } = await insertPlan(tx, actor, {
    projectId,
    parent: parent?.plan ?? null,
    name,
    description: description === "" ? null : description,
    visibility,
    externalRef,
  });
  const plan = await loadAfterWrite(tx, actor, id);
  const fields = { title: name, content: description, status, effort: null };
  const base = rowOf(planKey(plan, source), fields);
  await replaceImported(tx, plan.workspace_id, [], [base]);
  return { plan, event };
}

/** Writes a merged plan's text and base. Returns an event if the text changed. */
export async function applyPlan(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  { name, description, base }: PlanDecision,
): Promise<NewEvent[]> {
  if (base) await replaceImported(tx, plan.workspace_id, [plan.id], [base]);
  const isChanged = name !== plan.name || description !== (plan.description ?? "");
  return isChanged ? [await changePlanText(tx, actor, plan, { name, description })] : [];
}

/**
 * Updates a plan's status if work `begins` in the source, and by its specs. `arrived` are specs that are new
 * or changed status.
 */
export async function applyStatus(
  tx: Tx,
  plan: PlanRow,
  begins: boolean,
  arrived: readonly { status: SpecStatus }[],
): Promise<NewEvent[]> {
  if (!begins) return arrived.length > 0 ? syncPlanStatus(tx, plan, arrived) : [];
  await setPlanStatus(tx, plan, "BUILDING");
  const followed = await syncPlanStatus(tx, { ...plan, status: "BUILDING" }, arrived);
  return [statusEvent(plan, plan.status, "BUILDING"), ...followed];
}
