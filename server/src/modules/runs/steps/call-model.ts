import { setTimeout as sleep } from "node:timers/promises";
import type { Model, RunError } from "@groundplan/contract";
import { ApiError } from "../../../errors.ts";
import type { Fetch } from "../../../outbound/client.ts";
import { measured } from "../../../outbound/measured.ts";
import { tokensOf } from "../../../tokens/tokens.ts";
import type { Context } from "../../context.ts";
import { callableModel } from "../../models/callable-model.ts";
import { type Answered, askModel } from "../../models/wire/ask-model.ts";
import { believable } from "../../models/wire/believable.ts";
import type { CallFailure } from "../../models/wire/failure.ts";
import { openModel } from "../../models/wire/open-model.ts";
import type { Opening } from "../opening/opening.ts";
import { dataOf, type RunRow, type StepRow } from "../store.ts";
import { beginCall, leftMs, outOfMinutes } from "./begin-call.ts";
import type { OfStep } from "./end-run.ts";
import { keepCall, keepFailedCall } from "./keep-call.ts";
import { liveOf } from "./live.ts";
import { messagesOf, toldTools } from "./messages.ts";
import { lastRequest, storedRequest } from "./request-text.ts";
import { inSettingsOf } from "./setting-names.ts";
import { ratioOf } from "./spend-call.ts";
import { whenStopped } from "./when-stopped.ts";

/** A run that is about to ask its model. */
export interface Asking {
  of: OfStep;
  run: RunRow;
  opening: Opening;
  model: Model;
  steps: readonly StepRow[];
  /** Aborted when the job ends. */
  signal: AbortSignal;
}

/** Thrown in place of sending a request for which there is no room, or whose run is over. */
class NotSent extends Error {}

/** Makes one call of the model and keeps how it ended. The request is on disk before it leaves. */
export async function callModel(context: Context, asking: Asking): Promise<void> {
  const { of, run, opening, model, steps, signal } = asking;
  const callable = await callableModel(context, { workspaceId: run.workspace_id, id: run.model_id });
  if (!callable) throw new Error("a usable model can't be called");
  const operatorTokens = context.config.models.monthlyTokens;
  const outbound = run.model_scope === "operator" ? context.outbound.trustedFetch : context.outbound.fetch;
  const send = measured(context, "model", outbound);
  const ending = new AbortController();
  let begun: StepRow | null = null;
  /** Of the request; a token is one at least. */
  let bytes = 0;
  const fetch: Fetch = async (url, init) => {
    const request = String(init?.body ?? "");
    bytes = Buffer.byteLength(request);
    const stored = storedRequest(request, lastRequest(steps));
    const counted = await tokensOf(request);
    begun = await context.writer.run(beginCall, { ...of, request: stored, counted, model, operatorTokens });
    if (!begun) throw new NotSent();
    return send(url, init);
  };
  const { calls, deltas } = liveOf(context);
  calls.set(run.id, ending);
  const endWatch = whenStopped(context, of.key, ending);
  const minutes = setTimeout(() => ending.abort(), Math.max(0, leftMs(run, new Date().toISOString())));
  let answered: Answered;
  try {
    const opened = await openModel(callable, fetch);
    answered = await askModel(
      opened,
      {
        prompt: messagesOf(opening, steps),
        tools: toldTools(run.task),
        maxOutputTokens: model.maxOutput,
      },
      {
        signal: AbortSignal.any([signal, ending.signal]),
        mostTokens: Math.floor(model.maxOutput / Math.max(1, ratioOf(run))),
        onText: (text) => begun && deltas.emit(run.id, { stepId: begun.id, text }),
      },
    );
  } catch (error) {
    if (!begun) {
      if (wasNotSent(error)) return;
      throw error;
    }
    signal.throwIfAborted(); // The call counts as lost once the next process looks.
    return await keepFailure(context, asking, begun, error, ending.signal.aborted);
  } finally {
    clearTimeout(minutes);
    endWatch();
    calls.delete(run.id);
  }
  const most = { contextTokens: Math.min(model.contextTokens, bytes), maxOutput: model.maxOutput };
  await keepAnswer(context, asking, begun, believable(answered, most));
}

/** Tests for our refusal, also inside of a library's error. */
const wasNotSent = (error: unknown): boolean =>
  error instanceof Error && (error instanceof NotSent || wasNotSent(error.cause));

async function keepAnswer(
  context: Context,
  { of, signal }: Asking,
  begun: StepRow | null,
  answered: Answered,
): Promise<void> {
  if (!begun) throw new Error("an answer to a request that was not sent");
  const operatorTokens = context.config.models.monthlyTokens;
  const kept = { ...of, n: begun.n, operatorTokens, answered };
  await keep(() => context.writer.run(keepCall, kept), signal);
}

/** Seconds between tries of keeping how a call ended. */
const keepTries = [1, 2, 4, 8];

/** Keeps how a call ended, also if the service can't write for a moment: else it counts as lost, and is paid twice. */
async function keep(write: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (const seconds of [...keepTries, null])
    try {
      return await write();
    } catch (error) {
      const passes = error instanceof ApiError && error.code === "unavailable";
      if (seconds === null || !passes) throw error;
      await sleep(seconds * 1000, undefined, { signal });
    }
}

/** Seconds before a broken call is repeated, and for a busy provider that names none. */
const pauseBeforeRepeat = 1;
const usualWait = 5;

async function keepFailure(
  context: Context,
  { of, run, steps, signal }: Asking,
  begun: StepRow,
  error: unknown,
  isOver: boolean,
): Promise<void> {
  const operatorTokens = context.config.models.monthlyTokens;
  const kept = { ...of, n: begun.n, operatorTokens };
  if (isOver) {
    // A stopped run is over already, so that only its minutes are left as the reason.
    const paused = outOfMinutes(run);
    const title = "The call was ended, since the minutes are used up";
    const ended = { ...kept, title, sentence: paused.message, isRefused: false, next: { paused } };
    await keep(() => context.writer.run(keepFailedCall, ended), signal);
    return;
  }
  const { callFailureOf } = await import("../../models/wire/failure.ts");
  const failure = callFailureOf(error);
  const sentence = run.model_scope === "operator" ? inSettingsOf(failure.sentence) : failure.sentence;
  const next = afterFailure(run, failure, sentence, steps);
  const title = "againIn" in next ? againTitle(failure, next.againIn) : "The call of the model failed";
  const failed = { ...kept, title, sentence, isRefused: failure.isRefused, next };
  await keep(() => context.writer.run(keepFailedCall, failed), signal);
}

function againTitle({ kind, retryAfter }: CallFailure, seconds: number): string {
  if (kind !== "busy") return "The call broke off and is made again";
  return retryAfter === undefined
    ? `Waiting ${seconds} s: the provider is busy, or the key's quota is used up`
    : `Waiting ${seconds} s, as the provider asks`;
}

/** Tests whether the call before broke off, too. */
const isRepeated = (steps: readonly StepRow[]): boolean => {
  const last = steps.at(-1);
  return last !== undefined && last.state === "lost" && dataOf(last).isBroken === true;
};

/** Counts the calls in a row that were refused before: each waits longer, so that there are few. */
const refusedBefore = (steps: readonly StepRow[]): number => {
  const at = steps.findLastIndex((step) => step.state !== "lost" || dataOf(step).isBroken !== false);
  return steps.length - 1 - at;
};

type Next = { againIn: number } | { failed: RunError } | { paused: RunError };

function afterFailure(
  run: RunRow,
  { kind, retryAfter = usualWait }: CallFailure,
  sentence: string,
  steps: readonly StepRow[],
): Next {
  const error: RunError = { code: "model", message: sentence };
  if (kind === "setting" || (kind === "broken" && isRepeated(steps))) return { failed: error };
  if (kind === "broken") return { againIn: pauseBeforeRepeat };
  const left = leftMs(run, new Date().toISOString()) / 1000;
  const seconds = Math.max(retryAfter, refusedBefore(steps) + 1);
  return seconds < left ? { againIn: seconds } : { paused: error };
}
