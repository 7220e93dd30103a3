import type { JobRun } from "../../../jobs/runner.ts";
import type { Context } from "../../context.ts";
import { buildOpening, type Opening } from "../opening/opening.ts";
import { findRun, openCallOf, type RunKey, type RunRow, stepsOf } from "../store.ts";
import type { Scene } from "../tools/tool.ts";
import { callModel } from "./call-model.ts";
import { failRun, isAtWork } from "./end-run.ts";
import { loseCall } from "./keep-call.ts";
import { keepOpening } from "./keep-opening.ts";
import { answerOf } from "./messages.ts";
import { runTools } from "./run-tools.ts";
import { standingOf } from "./standing.ts";

/** Does a run's next step: what an earlier try has left, the tools of the last answer, or else one call. */
export async function doStep(context: Context, key: RunKey, { claim, signal }: JobRun): Promise<void> {
  const { db, writer, config } = context;
  const of = { key, claim };
  const run = await findRun(db, key);
  if (!run || !isAtWork(run)) return;
  const standing = await standingOf(db, config.models, run);
  const open = await openCallOf(db, key);
  if (open) await writer.run(loseCall, { ...of, n: open.n, operatorTokens: config.models.monthlyTokens });
  if ("lost" in standing) return writer.run(failRun, { ...of, error: standing.lost });
  const { actor, plan, model } = standing;
  const reading = { ...actor, scope: "read" as const };
  const steps = await stepsOf(db, key);
  const answered = steps.findLast(({ kind, state }) => kind === "call" && state === "done");
  // Some providers use the same ids in each answer.
  const kept = new Set(steps.flatMap(({ n, call_id }) => (n > (answered?.n ?? 0) ? (call_id ?? []) : [])));
  const { toolCalls } = answered ? answerOf(answered) : { toolCalls: [] };
  if (answered && toolCalls.some(({ id }) => !kept.has(id))) {
    const scene: Scene = { context, actor: reading, run, plan, steps };
    return runTools(scene, of, { step: answered, toolCalls });
  }
  const opening = await openingOf(context, { run, of }, () => buildOpening(context, reading, run, plan));
  // What was lost has changed the run.
  const current = open ? await findRun(db, key) : run;
  if (current) await callModel(context, { of, run: current, opening, model, steps, signal });
}

/** Returns a run's opening, which is built once. */
async function openingOf(
  { writer }: Context,
  { run, of }: { run: RunRow; of: { key: RunKey; claim: JobRun["claim"] } },
  build: () => Promise<Opening>,
): Promise<Opening> {
  if (run.opening !== null) return JSON.parse(run.opening) as Opening;
  const opening = await build();
  await writer.run(keepOpening, { ...of, opening });
  return opening;
}
