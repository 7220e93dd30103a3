import type { PlanStatus, PushState } from "@groundplan/contract";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import { setPlanStatus, statusEvent } from "../plans/status.ts";
import { beginPolling } from "./back/poll.ts";
import type { Caveat } from "./caveats.ts";
import { type Fence, fenced } from "./fenced.ts";
import { withoutForecast } from "./forecast.ts";
import { countsOf, deeds, type Tally, tallyOf } from "./result.ts";
import { handleOf, planOfRun, type RunRow, requestedBy, stepsOf } from "./runs.ts";
import type { Stop } from "./worker.ts";

interface Finish extends Fence {
  /** Why it ended before its last step; null where it did not. */
  stop: { sentence: string; errorCode: Stop["errorCode"] } | null;
}

/** What a run remembers of its end. Its result is made of this for each reader. */
export interface Ended {
  tally: Tally;
  /** The most important first. */
  caveats: Caveat[];
  message: string;
}

/** Ends a push: its result, its events, and the status of the plans that arrived whole. */
export const finishRun = fenced("push.finish", async (tx: Tx, { stop }: Finish, push: RunRow) => {
  const tally = await tallyOf(tx, push);
  const status = endOf(tally, stop !== null);
  const plan = await planOfRun(tx, push);
  const caveats: Caveat[] = [
    ...(stop ? [{ text: stop.sentence, planIds: [] }] : []),
    ...(await refusals(tx, push)),
    ...withoutForecast(JSON.parse(push.caveats) as Caveat[]),
  ];
  const isLacking = caveats.some((caveat) => caveat.isLacking) || (tally.all > 0 && caveats.length > 0);
  const message = sentence(status, tally, push.target, stop?.sentence, isLacking);
  const result: Ended = { tally, caveats, message };
  const error_code = status === "failed" ? (stop ? stop.errorCode : "upstream_error") : null;
  await tx
    .updateTable("push_runs")
    .set({ status, result: JSON.stringify(result), error_code, waits_until: null, finished_at: now() })
    .where("workspace_id", "=", push.workspace_id)
    .where("id", "=", push.id)
    .execute();

  if (tally.sent > 0) {
    const place = { workspaceId: push.workspace_id, connectionId: push.connection_id, target: push.target };
    await beginPolling(tx, { ...place, since: push.started_at });
  }
  const data = { pushId: push.id, provider: push.provider, status, ...countsOf(tally) };
  const finished = {
    type: "push.finished",
    subjectId: push.id,
    planId: push.plan_id,
    projectId: plan.project_id,
    data,
  };
  await appendEvents(tx, requestedBy(push), [...(await markPushed(tx, push)), finished]);
});

/** A call that nobody heard of since may have written something. */
function endOf(tally: Tally, stopped: boolean): PushState {
  const wrote = tally.sent + tally.unanswered > 0;
  if (stopped || tally.failed > 0) return wrote ? "partial" : "failed";
  return wrote ? "pushed" : "unchanged";
}

function sentence(
  status: PushState,
  tally: Tally,
  target: string,
  why: string | undefined,
  isLacking: boolean,
): string {
  if (status === "unchanged" && isLacking) return `Nothing was changed in ${target}; see the caveats.`;
  if (status === "unchanged") return `${target} has everything already; nothing was changed.`;
  if (status === "pushed") return `Pushed to ${target}: ${deeds(tally)}.`;
  if (status === "failed") return why ?? `${target} took nothing of this push; the caveats say why.`;
  const left = tally.failed + tally.open;
  const done = deeds(tally) || "nothing for certain";
  return `Pushed to ${target} in part: ${done}; ${left} of ${tally.all} steps are left. Push again to go on.`;
}

const mostRefusals = 30;

/** What the tracker refused, by item. */
async function refusals(tx: Tx, push: RunRow): Promise<Caveat[]> {
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
 * `PUSHED` comes only from a push that pushed, out of `PLANNING` or `READY`; later states stay (decisions
 * section 3, plan transitions). A plan of which something failed or is left has not been pushed.
 */
async function markPushed(tx: Tx, push: RunRow): Promise<NewEvent[]> {
  const states = await stepsOf(tx, push).select(["plan_id", "state"]).distinct().execute();
  const byPlan = Map.groupBy(states, (row) => row.plan_id);
  const whole = [...byPlan].flatMap(([id, rows]) => {
    const has = (...wanted: string[]) => rows.some((row) => wanted.includes(row.state));
    return has("sent") && !has("planned", "sending", "failed") ? [id] : [];
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
  return plans.map((plan) => statusEvent(plan, plan.status as PlanStatus, "PUSHED"));
}
