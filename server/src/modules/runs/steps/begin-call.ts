import { type Model, mostRunLimits, type RunError } from "@groundplan/contract";
import { command } from "../../../dispatch/commands.ts";
import { now } from "../../../ids.ts";
import { finishClaim } from "../../../jobs/queue.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { costMicros, mayWriteCache } from "../../models/cost.ts";
import { pricesOf } from "../../models/present.ts";
import type { TokenUsage } from "../../models/wire/ask-model.ts";
import { reserve } from "../ceilings/ceilings.ts";
import { numberOf } from "../ceilings/number-of.ts";
import { addStep, changeRun, type RunRow, type StepData, type StepRow } from "../store.ts";
import { endRun, type OfStep, pauseRun, runAtWork, workspaceOf } from "./end-run.ts";
import type { StoredRequest } from "./request-text.ts";
import { inSettingsOf } from "./setting-names.ts";
import { bookCall, inputOf, reservedUsage } from "./spend-call.ts";

interface BegunCall extends OfStep {
  request: StoredRequest;
  /** Input tokens, as we count them. */
  counted: number;
  model: Pick<Model, "kind" | "contextTokens" | "maxOutput">;
  operatorTokens: number | null;
}

/**
 * Reserves a call's tokens and keeps its step before it leaves. Returns null if it may not: then the run has
 * paused at a limit or ended.
 */
export const beginCall = command(
  "runs.beginCall",
  workspaceOf,
  async (tx: Tx, input: BegunCall): Promise<StepRow | null> => {
    const run = await runAtWork(tx, input);
    if (!run) return null;
    const { counted, model, operatorTokens, request } = input;
    const reserved = inputOf(run, counted) + model.maxOutput;
    if (reserved > model.contextTokens) {
      await endRun(tx, run, "failed", { error: tooLong(run, model) });
      return null;
    }
    const at = now();
    const data = JSON.stringify(mayWriteCache(model.kind) ? ({ writesCache: true } satisfies StepData) : {});
    const usage = reservedUsage(run, { reserved, counted, data });
    const refused =
      limitReached(run, usage, at) ?? (await reserve(tx, { run, at, operatorTokens }, reserved));
    if (refused) {
      await finishClaim(tx, input.claim);
      await pauseRun(tx, run, refused);
      return null;
    }
    const working = await changeRun(tx, run, {
      state: "running",
      error: null,
      last_step: run.last_step + 1,
      calls: run.calls + 1,
      working_since: run.working_since ?? at,
    });
    // Now, since a plan that is deleted during the call takes the run along.
    await bookCall(tx, working, { began: at, usage });
    return addStep(tx, working, {
      kind: "call",
      state: "open",
      title: `Asking ${run.model_name}`,
      detail: "",
      data,
      reserved,
      counted,
      ...request,
      created_at: at,
    });
  },
);

function tooLong({ model_scope }: RunRow, { contextTokens, maxOutput }: BegunCall["model"]): RunError {
  const message = `The run no longer fits the model's context of ${numberOf(contextTokens)} tokens, of which ${numberOf(maxOutput)} are kept for the answer. Start another with fewer sources or with a model that takes more, or lower \`maxOutput\`.`;
  return { code: "too_long", message: model_scope === "operator" ? inSettingsOf(message) : message };
}

/** Returns the run's own limit that a call would exceed. */
function limitReached(run: RunRow, usage: TokenUsage, at: string): RunError | null {
  const tokens = run.input_tokens + run.output_tokens + usage.inputTokens + usage.outputTokens;
  if (tokens > run.most_tokens)
    return limit("tokens", tokens, `The next call could take the run to ${numberOf(tokens)} tokens.`);
  const micros = costMicros(pricesOf(run), usage);
  const cost = Math.ceil((run.cost_micros + micros) / 10_000) / 100;
  if (run.most_cost !== null && run.cost_micros + micros > Number(run.most_cost) * 1_000_000)
    return limit("cost", cost, `The next call could take the run to ${numberOf(cost)} ${run.currency}.`);
  if (run.calls + 1 > run.most_steps)
    return limit("steps", run.calls + 1, `The run has made all of its ${run.most_steps} calls.`);
  if (leftMs(run, at) <= 0)
    return limit("minutes", run.most_minutes + 1, `The run has worked for ${run.most_minutes} minutes.`);
  return null;
}

function limit(which: keyof typeof mostRunLimits, needed: number, what: string): RunError {
  const most = mostRunLimits[which];
  const next =
    needed > most
      ? `The highest limit is ${numberOf(most)}. Stop this run, and start another one.`
      : "Continue it with a larger limit, or stop it.";
  return { code: "limit", message: `${what} ${next}`, which, needed: Math.min(needed, most) };
}

/** Returns the error of a run whose minutes are used up. */
export const outOfMinutes = ({ most_minutes }: RunRow): RunError =>
  limit("minutes", most_minutes + 1, `The run has worked for ${most_minutes} minutes.`);

/** Returns the milliseconds for which a run may still work. */
export const leftMs = ({ most_minutes, worked_ms, working_since }: RunRow, at: string): number =>
  most_minutes * 60_000 -
  worked_ms -
  (working_since === null ? 0 : Date.parse(at) - Date.parse(working_since));
