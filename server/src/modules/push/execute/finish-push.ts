import type { FailureReason } from "@groundplan/contract";
import { appendEvents, type NewEvent } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import type { PushRowStatus, UpstreamErrorCode } from "../../../storage/tables/push.ts";
import { ownerOf } from "../../plans/readers.ts";
import { setPlanStatus, statusEvent } from "../../plans/status.ts";
import { beginPolling } from "../ledger/begin-polling.ts";
import { type Caveat, keptCaveats } from "../ledger/caveats.ts";
import {
  handleOf,
  type PushRow,
  pushedPlan,
  requestedBy,
  scopeOf,
  stepsOf,
  updatePush,
} from "../ledger/pushes.ts";
import { isOpen } from "../ledger/states.ts";
import { withoutForecast } from "../results/forecast.ts";
import {
  changeSummary,
  countsOf,
  type PushOutcome,
  type StepCounts,
  stepCountsOf,
} from "../results/result.ts";
import { fenced } from "./fenced.ts";

interface Stop {
  sentence: string;
  /** The failure class, if the tracker is the reason. */
  reason: FailureReason | null;
  /** Set if the push waited for a user, so that it ends as partial in any case. */
  isPartial?: true;
}

export interface Finish {
  stop: Stop | null;
}

/** Writes the result, the events and the status of fully pushed plans. Returns the final status. */
export const finishPush = fenced("push.finish", async (tx: Tx, { stop }: Finish, push: PushRow) => {
  const tally = await stepCountsOf(tx, push);
  const status = stop?.isPartial ? "partial" : endOf(tally, stop !== null);
  const plan = await pushedPlan(tx, push);
  const caveats: Caveat[] = [
    ...(stop ? [{ text: stop.sentence, planIds: [] }] : []),
    ...(await refusals(tx, push)),
    ...withoutForecast(keptCaveats(push)),
  ];
  const isLacking = caveats.some((caveat) => caveat.isLacking) || (tally.all > 0 && caveats.length > 0);
  const message = sentence(status, tally, push.target, stop?.sentence, isLacking);
  const result: PushOutcome = { tally, caveats, message };
  const failure_reason = status === "failed" ? (stop ? stop.reason : "status") : null;
  const ended = { result: JSON.stringify(result), waits_until: null, finished_at: now() };
  await updatePush(tx, push, { status, failure_reason, error_code: codeOf(failure_reason), ...ended });

  if (tally.sent > 0) {
    await beginPolling(tx, { ...scopeOf(push), since: push.started_at });
  }
  const data = { pushId: push.id, provider: push.provider, status, ...countsOf(tally) };
  const finished = {
    type: "push.finished" as const,
    subjectId: push.id,
    planId: push.plan_id,
    projectId: plan.project_id,
    notifies: [push.requested_by, await ownerOf(tx, { ...push, root_plan_id: plan.root_plan_id })],
    data,
  };
  await appendEvents(tx, requestedBy(push), [...(await markPushed(tx, push)), finished]);
  return status;
});

const codeOf = (reason: FailureReason | null): UpstreamErrorCode | null =>
  reason === null ? null : reason === "timeout" ? "upstream_timeout" : "upstream_error";

/** Counts unanswered calls as written. */
function endOf(tally: StepCounts, stopped: boolean): PushRowStatus {
  const wrote = tally.sent + tally.unanswered > 0;
  if (stopped || tally.failed > 0) return wrote ? "partial" : "failed";
  return wrote ? "pushed" : "unchanged";
}

function sentence(
  status: PushRowStatus,
  tally: StepCounts,
  target: string,
  why: string | undefined,
  isLacking: boolean,
): string {
  if (status === "unchanged" && isLacking) return `Nothing was changed in ${target}; see the caveats.`;
  if (status === "unchanged") return `${target} has everything already; nothing was changed.`;
  if (status === "pushed") return `Pushed to ${target}: ${changeSummary(tally)}.`;
  if (status === "failed") return why ?? `${target} took nothing of this push; the caveats say why.`;
  const left = tally.failed + tally.open;
  const done = changeSummary(tally) || "nothing for certain";
  return `Pushed to ${target} in part: ${done}; ${left} of ${tally.all} steps are left. Push again to go on.`;
}

const mostRefusals = 30;

async function refusals(tx: Tx, push: PushRow): Promise<Caveat[]> {
  const steps = await stepsOf(tx, push)
    .select(["plan_id", "entity_id", "plan_number", "spec_number", "error"])
    .where("error", "is not", null)
    .orderBy("position")
    .limit(mostRefusals)
    .execute();
  return steps.map((step) => ({
    text: `${handleOf(step.plan_number, step.spec_number)}: ${step.error}`,
    planIds: [step.plan_id],
    specId: step.entity_id,
  }));
}

/**
 * Moves plans from `PLANNING` or `READY` to `PUSHED` (decisions section 3, plan transitions), unless a step
 * failed or is open.
 */
async function markPushed(tx: Tx, push: PushRow): Promise<NewEvent[]> {
  const states = await stepsOf(tx, push).select(["plan_id", "state"]).distinct().execute();
  const byPlan = Map.groupBy(states, (row) => row.plan_id);
  const whole = [...byPlan].flatMap(([id, rows]) => {
    const isLacking = rows.some(({ state }) => isOpen(state) || state === "failed");
    return rows.some(({ state }) => state === "sent") && !isLacking ? [id] : [];
  });
  const plans = await tx
    .selectFrom("plans")
    .select(["workspace_id", "id", "project_id", "status"])
    .where("workspace_id", "=", push.workspace_id)
    .where(isOneOf(tx, "id", whole))
    .where("status", "in", ["PLANNING", "READY"])
    .where("archived_at", "is", null)
    .execute();
  for (const plan of plans) await setPlanStatus(tx, plan, "PUSHED");
  return plans.map((plan) => statusEvent(plan, plan.status, "PUSHED"));
}
