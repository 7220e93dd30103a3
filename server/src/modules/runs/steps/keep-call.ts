import type { RunError } from "@groundplan/contract";
import { command } from "../../../dispatch/commands.ts";
import { finishClaim } from "../../../jobs/queue.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Answered } from "../../models/wire/ask-model.ts";
import {
  addStep,
  changeRun,
  changeStep,
  doneBy,
  type Fault,
  findStep,
  type RunRow,
  type StepRow,
} from "../store.ts";
import { cutDetail } from "./cut-detail.ts";
import { endRun, type OfStep, pauseRun, runAtWork, workspaceOf } from "./end-run.ts";
import { enqueueStep } from "./enqueue-step.ts";
import { wasTold } from "./faults.ts";
import { spendCall } from "./spend-call.ts";

interface OfCall extends OfStep {
  n: number;
  operatorTokens: number | null;
}

/** Returns the run and its open call, if the job may still write. */
async function openCall(tx: Tx, input: OfCall): Promise<{ run: RunRow; step: StepRow } | null> {
  const run = await runAtWork(tx, input);
  const step = run && (await findStep(tx, input.key, input.n));
  return run && step?.state === "open" ? { run, step } : null;
}

/** What the model is told about an answer without a usable call of a tool. */
const sentences = {
  empty: "Your answer called no tool. Go on by calling one; call `finish` if the work is done.",
  too_long: "Your answer was cut, since it was too long. Do it again in smaller parts.",
} as const satisfies Partial<Record<Fault, string>>;

/** Keeps the answer of a call with its usage. One that calls no tool is told to the model once. */
export const keepCall = command(
  "runs.keepCall",
  workspaceOf,
  async (tx: Tx, input: OfCall & { answered: Answered }): Promise<void> => {
    const { answered, operatorTokens } = input;
    const found = await openCall(tx, input);
    if (!found) return;
    await finishClaim(tx, input.claim);
    const { step } = found;
    const { usage, text, toolCalls, isCut } = answered;
    const run = await spendCall(tx, { run: found.run, step, usage, operatorTokens });
    await changeStep(tx, step, {
      state: "done",
      title: titleOf(answered),
      detail: cutDetail(text),
      // Calls of an answer that was cut are shown, but not run: the last one may be half.
      answer: JSON.stringify(
        isCut
          ? { text, toolCalls: [], cutCalls: toolCalls, isCut, usage }
          : { text, toolCalls, isCut, usage },
      ),
    });
    const fault: Fault | null = isCut ? "too_long" : toolCalls.length === 0 ? "empty" : null;
    if (fault === null) return enqueueStep(tx, run);
    if (wasTold(await doneBy(tx, input.key), fault)) {
      await endRun(tx, run, "failed", { error: badAnswer(sentenceFor(fault)) });
      return;
    }
    await addProblem(tx, run, {
      title: `${run.model_name} was told: ${fault === "empty" ? "call a tool" : "be shorter"}`,
      detail: sentences[fault],
      fault,
      answer: sentences[fault],
    });
    await enqueueStep(tx, run);
  },
);

const sentenceFor = (fault: keyof typeof sentences) =>
  fault === "empty" ? "answered twice without doing anything" : "gave an answer twice that was too long";

/** Returns the error of a model that answers unusably even after it was told. */
export const badAnswer = (what: string): RunError => ({
  code: "answer",
  message: `The model ${what}. Try again, or use another model.`,
});

function titleOf({ toolCalls, isCut }: Answered): string {
  if (isCut) return "Answered, but was cut at the limit of its answer";
  if (toolCalls.length === 0) return "Answered without calling a tool";
  const names = toolCalls.map(({ name }) => name.slice(0, 40).replace(/[^\w-]/g, "?"));
  const shown = names.slice(0, 5).join(", ");
  return `Called ${shown}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
}

/** A call that failed. */
interface FailedCall extends OfCall {
  title: string;
  sentence: string;
  /** True if nothing was spent, since the model never ran: it is none of the run's calls. */
  isRefused: boolean;
  /** How the run goes on: again after some seconds, or not. */
  next: { againIn: number } | { failed: RunError } | { paused: RunError };
}

/** Keeps a failed call as a problem, and repeats it or ends the run. */
export const keepFailedCall = command(
  "runs.keepFailedCall",
  workspaceOf,
  async (tx: Tx, input: FailedCall): Promise<void> => {
    const found = await openCall(tx, input);
    if (!found) return;
    await finishClaim(tx, input.claim);
    const { step } = found;
    const { operatorTokens, isRefused, title, sentence, next } = input;
    const usage = isRefused ? { inputTokens: 0, outputTokens: 0 } : null;
    const spent = await spendCall(tx, { run: found.run, step, usage, operatorTokens });
    const run = isRefused ? await changeRun(tx, spent, { calls: spent.calls - 1 }) : spent;
    const data = JSON.stringify({ isBroken: !isRefused });
    await changeStep(tx, step, { state: "lost", kind: "problem", title, detail: sentence, data });
    if ("failed" in next) await endRun(tx, run, "failed", { error: next.failed });
    else if ("paused" in next) await pauseRun(tx, run, next.paused);
    else await enqueueStep(tx, run, next.againIn);
  },
);

/** Closes a call whose process was killed: it counts in full and is made again, which its step says. */
export const loseCall = command(
  "runs.loseCall",
  workspaceOf,
  async (tx: Tx, input: OfCall): Promise<void> => {
    const found = await openCall(tx, input);
    if (!found) return;
    await spendCall(tx, { ...found, usage: null, operatorTokens: input.operatorTokens });
    await changeStep(tx, found.step, {
      state: "lost",
      title: "The service stopped during this call, which is made again",
      detail: "How it ended isn't known, so it counts in full.",
    });
  },
);

interface Problem {
  title: string;
  detail: string;
  fault?: Fault;
  /** The words that the model is told. */
  answer: string;
}

/** Adds a step about something that went wrong. */
async function addProblem(tx: Tx, run: RunRow, { title, detail, fault, answer }: Problem): Promise<void> {
  const counted = await changeRun(tx, run, { last_step: run.last_step + 1 });
  const data = JSON.stringify(fault === undefined ? {} : { fault });
  await addStep(tx, counted, { kind: "problem", state: "done", title, detail, data, answer });
}
