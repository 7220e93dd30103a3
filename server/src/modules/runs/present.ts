import type { Run, RunStep } from "@groundplan/contract";
import { planHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import { dataOf, errorOf, limitsOf, type NamedRun, type RunRow, type ShownStep } from "./store.ts";

/** Returns the API's form of a run. */
export function presentRun(run: NamedRun, plan: Pick<PlanRow, "number">): Run {
  const error = errorOf(run);
  return {
    id: run.id,
    planShortId: planHandle(plan.number),
    task: run.task,
    prompt: run.prompt,
    state: run.state,
    model: { name: run.model_name, scope: run.model_scope },
    usage: usageOf(run),
    limits: limitsOf(run),
    sources: JSON.parse(run.sources) as string[],
    skills: JSON.parse(run.skills) as string[],
    ...(run.suggestion_id === null ? {} : { suggestionId: run.suggestion_id }),
    ...(error === null ? {} : { error }),
    startedBy: run.starter_name === null ? null : { userId: run.user_id, name: run.starter_name },
    createdAt: run.created_at,
    ...(run.ended_at === null ? {} : { endedAt: run.ended_at }),
  };
}

export const usageOf = ({
  input_tokens,
  output_tokens,
  cost_micros,
  currency,
}: Pick<RunRow, "input_tokens" | "output_tokens" | "cost_micros" | "currency">): Run["usage"] => ({
  inputTokens: input_tokens,
  outputTokens: output_tokens,
  ...(currency === "" ? {} : { cost: cost_micros / 1_000_000, currency }),
});

/** Returns the API's form of a step. */
export function presentStep(step: ShownStep): RunStep {
  const { question, suggestion } = dataOf(step);
  return {
    id: step.id,
    kind: step.kind,
    title: step.title,
    tokens: step.input_tokens + step.output_tokens,
    detail: step.detail,
    ...(question === undefined ? {} : { question }),
    ...(suggestion === undefined ? {} : { suggestion }),
    at: step.created_at,
  };
}

/** Titles that name nothing that a run has read. */
const withheldTitles: Record<RunStep["kind"], string> = {
  call: "Asked the model",
  read: "Read something",
  search: "Searched",
  propose: "Proposed something",
  ask: "Asked a question",
  finish: "Finished",
  problem: "Met a problem",
};

/** Returns a step for a reader of the plan who can't read what the run has read. */
export function withholdStep(step: ShownStep): RunStep {
  const { question, ...shown } = presentStep(step);
  void question;
  return Object.assign(shown, {
    title: withheldTitles[step.kind],
    detail: "For readers of the root plan that this plan was moved from.",
  });
}
