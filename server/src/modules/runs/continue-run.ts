import { continueRun, type Run } from "@groundplan/contract";
import { disclosesNothing, post } from "../../dispatch/handlers.ts";
import { ApiError, invalid, invalidFields } from "../../errors.ts";
import { ownRun, requireRoomForRun } from "./access.ts";
import { presentRun } from "./present.ts";
import { enqueueStep } from "./steps/enqueue-step.ts";
import { changeRun, keyOf, limitsOf, namedRun, type RunRow } from "./store.ts";

/** Continues a paused run, with new totals of its limits. */
export const runContinue = post<typeof continueRun, { run: Run }>(
  continueRun,
  disclosesNothing,
  async (tx, actor, { params, body }) => {
    const { plan, run } = await ownRun(tx, actor, params);
    if (run.state !== "paused")
      throw new ApiError("not_paused", `The run is ${run.state}, so it can't be continued.`);
    if (body?.limits?.cost !== undefined && run.price_in === null)
      throw invalid("/limits/cost", "needs a model with prices; leave it out");
    const limits = { ...limitsOf(run), ...body?.limits };
    refuseBelowUsed(run, limits);
    await requireRoomForRun(tx, actor, plan, params);
    const continued = await changeRun(tx, run, {
      state: "queued",
      error: null,
      most_tokens: limits.tokens ?? run.most_tokens,
      most_cost: limits.cost === undefined ? run.most_cost : String(limits.cost),
      most_minutes: limits.minutes ?? run.most_minutes,
      most_steps: limits.steps ?? run.most_steps,
    });
    await enqueueStep(tx, continued);
    return { run: presentRun(await namedRun(tx, keyOf(run)), plan) };
  },
);

type Limits = { [L in keyof ReturnType<typeof limitsOf>]?: number | undefined };

/** Throws 400 for limits that are used up already. */
function refuseBelowUsed(run: RunRow, { tokens, cost, minutes, steps }: Limits): void {
  const used = {
    tokens: run.input_tokens + run.output_tokens,
    cost: run.cost_micros / 1_000_000,
    minutes: run.worked_ms / 60_000,
    steps: run.calls,
  };
  const below = Object.entries({ tokens, cost, minutes, steps }).flatMap(([name, limit]) => {
    const spent = used[name as keyof typeof used];
    if (limit === undefined || limit >= spent) return [];
    return [{ path: `/limits/${name}`, message: `is below what the run has used: ${Math.ceil(spent)}` }];
  });
  if (cost !== undefined && run.price_in === null)
    below.push({ path: "/limits/cost", message: "needs a model with prices; leave it out" });
  if (below.length > 0) throw invalidFields(below);
}
