import type { PlanStatus, SpecStatus } from "@groundplan/contract";
import { ApiError } from "../../errors.ts";
import type { NewEvent } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { isOpenSpec } from "../dependencies/is-open-spec.ts";
import type { PlanRow } from "./access.ts";
import { aboutPlan } from "./events.ts";

type Plan = Pick<PlanRow, "workspace_id" | "id" | "project_id" | "status">;

/** Transitions allowed by `PATCH` (decisions section 3, plan transitions); `DONE` has a further condition. */
const byPatch: Record<PlanStatus, readonly PlanStatus[]> = {
  PLANNING: ["READY"],
  READY: ["PLANNING", "BUILDING"],
  PUSHED: ["BUILDING"],
  BUILDING: ["READY"],
  DONE: [],
};

export async function requireTransition(tx: Tx, plan: Plan, to: PlanStatus): Promise<void> {
  const from = plan.status;
  if (from === to || byPatch[from].includes(to)) return;
  if (to === "DONE" && (await specsState(tx, plan)) === "all done") return;
  const why =
    to === "DONE"
      ? "A plan is DONE when it has specs and all of them are DONE or CANCELLED."
      : to === "PUSHED"
        ? "PUSHED comes from a push only."
        : `From ${from} a change to ${byPatch[from].join(" or ") || "nothing else"} is possible.`;
  throw new ApiError("invalid_transition", `The status can't go from ${from} to ${to}. ${why}`);
}

/**
 * Derives the plan's status from its specs: `BUILDING` once one starts, `DONE` once all (at least one) are
 * finished, back to `BUILDING` when one reopens. `arrived` are specs that are new or changed status. Returns
 * the event, if any.
 */
export async function syncPlanStatus(
  tx: Tx,
  plan: Plan,
  arrived: readonly { status: SpecStatus }[],
  source?: "tracker",
): Promise<NewEvent[]> {
  const from = plan.status;
  const started = arrived.some(({ status }) => status === "IN_PROGRESS" || status === "DONE");
  const to = nextStatus(from, await specsState(tx, plan), started);
  if (to === from) return [];
  await setPlanStatus(tx, plan, to);
  return [statusEvent(plan, from, to, source)];
}

function nextStatus(from: PlanStatus, specs: SpecsState, started: boolean): PlanStatus {
  if (specs === "all done") return "DONE";
  if (from === "DONE" && specs === "some open") return "BUILDING";
  return started && (from === "READY" || from === "PUSHED") ? "BUILDING" : from;
}

export async function setPlanStatus(tx: Tx, plan: Plan, status: PlanStatus): Promise<void> {
  await tx
    .updateTable("plans")
    .set({ status, updated_at: now() })
    .where("workspace_id", "=", plan.workspace_id)
    .where("id", "=", plan.id)
    .execute();
}

export function statusEvent(plan: Plan, from: PlanStatus, to: PlanStatus, by?: "tracker"): NewEvent {
  return {
    type: "plan.status_changed",
    ...aboutPlan(plan),
    data: { from, to, ...(by ? { by } : {}) },
  };
}

type SpecsState = "none" | "some open" | "all done";

async function specsState(tx: Tx, plan: Plan): Promise<SpecsState> {
  const of = { workspaceId: plan.workspace_id, planId: plan.id };
  if ((await anOpenSpec(tx, of)).length > 0) return "some open";
  return (await aSpec(tx, of)).length > 0 ? "all done" : "none";
}

type PlanPath = { workspaceId: string; planId: string };

const specsOf = (tx: Tx, param: Param<PlanPath>) =>
  tx
    .selectFrom("specs")
    .select("id")
    .where("workspace_id", "=", param("workspaceId"))
    .where("plan_id", "=", param("planId"))
    .limit(1);
const aSpec = statement<PlanPath, { id: string }>(specsOf);
const anOpenSpec = statement((tx, param: Param<PlanPath>) => specsOf(tx, param).where(isOpenSpec));
