import { z } from "zod";
import { nextCursor, page, person, planParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, text } from "../text.ts";
import { modelScope } from "./models.ts";
import { mostNamed, mostRunLimits } from "./usual-run-limits.ts";

const tag = "Agent";
const base = "/v1/projects/{projectSlug}/plans/{planShortId}/runs";

/** What a run is to do: specs of a plan, changes of specs, or questions and criteria that are missing. */
export const runTask = z.enum(["draft", "revise", "gaps"]).meta({ id: "RunTask" });
export type RunTask = z.infer<typeof runTask>;

export const runState = z.enum(["queued", "running", "waiting", "paused", "stopped", "done", "failed"]).meta({
  id: "RunState",
  description: "`waiting` for an answer of its starter, `paused` at a limit or ceiling until continued.",
});
export type RunState = z.infer<typeof runState>;

export const stepKind = z
  .enum(["call", "read", "search", "propose", "ask", "finish", "problem"])
  .meta({ id: "RunStepKind" });
export type StepKind = z.infer<typeof stepKind>;

const tokens = z.int().min(1000).max(mostRunLimits.tokens);
const minutes = z.int().min(1).max(mostRunLimits.minutes);
const steps = z.int().min(1).max(mostRunLimits.steps);
const cost = z
  .number()
  .positive()
  .max(mostRunLimits.cost)
  .describe("In the service's currency; needs a model with prices.");

const currency = z.string().optional();

const Limits = z
  .object({ tokens, cost: cost.optional(), minutes, steps })
  .meta({ id: "RunLimits", description: "Tokens in and out, minutes of work, calls of the model." });
export type RunLimits = z.infer<typeof Limits>;

const newLimits = z.strictObject({
  tokens: tokens.optional(),
  cost: cost.optional(),
  minutes: minutes.optional(),
  steps: steps.optional(),
});

/** Why a run pauses or fails. */
export const runErrorCode = z.enum([
  ...(["limit", "ceiling"] as const),
  ...(["model", "answer", "too_long", "no_right", "interrupted", "internal"] as const),
]);
export type RunErrorCode = z.infer<typeof runErrorCode>;

const RunError = z
  .object({
    code: runErrorCode,
    message: z.string().describe("What happened, and what to do."),
    which: z
      .enum(["tokens", "cost", "minutes", "steps", "workspace", "person", "operator"])
      .optional()
      .describe("The limit of the run, or whose ceiling, that was reached."),
    until: dateTime().optional().describe("When the ceiling begins anew."),
    neverFits: z
      .literal(true)
      .optional()
      .describe("Set if the next call takes more than the whole ceiling, so that waiting doesn't help."),
    needed: z
      .number()
      .optional()
      .describe("The limit that the next call would take, or the highest one if it would take more."),
  })
  .meta({ id: "RunError" });
export type RunError = z.infer<typeof RunError>;

export const Run = z
  .object({
    id: z.string(),
    planShortId: z.string(),
    task: runTask,
    prompt: z.string(),
    state: runState,
    model: z.object({ name: z.string(), scope: modelScope }),
    usage: z.object({
      inputTokens: z.int(),
      outputTokens: z.int(),
      cost: z.number().optional().describe("Absent where the model has no prices."),
      currency: currency.describe("Of `cost`."),
    }),
    limits: Limits,
    sources: z.array(z.string()).describe("The ids of the sources that it may read."),
    skills: z.array(z.string()).describe("The slugs of the skills that it may open."),
    suggestionId: z
      .string()
      .optional()
      .describe("The suggestion of the plan that holds the specs it proposes."),
    error: RunError.optional(),
    startedBy: person,
    createdAt: dateTime(),
    endedAt: dateTime().optional(),
  })
  .meta({ id: "Run" });
export type Run = z.infer<typeof Run>;

export const RunStep = z
  .object({
    id: z.string(),
    kind: stepKind,
    title: z.string(),
    tokens: z.int().describe("In and out, of a call; 0 of other steps."),
    detail: z.string().describe("Markdown of at most 2,000 characters, without pictures."),
    question: z
      .object({ text: z.string(), options: z.array(z.string()), answer: z.string().optional() })
      .optional()
      .describe("Of a step that asks; `answer` once its starter gave one."),
    suggestion: z
      .object({ documentId: z.string(), suggestionId: z.string(), specShortId: z.string().optional() })
      .optional()
      .describe("The suggestion that the step made; `specShortId` if it changes a spec."),
    at: dateTime(),
  })
  .meta({ id: "RunStep" });
export type RunStep = z.infer<typeof RunStep>;

const runParams = planParams.extend({ runId: z.string().describe("The run's id.") });
const one = z.object({ run: Run }).meta({ id: "RunReply" });
const whole = z.object({ run: Run, steps: z.array(RunStep) }).meta({ id: "RunWithSteps" });
const startErrors = ["not_found", "forbidden", "plan_archived", "too_many_runs"] as const;

const newRun = z.strictObject({
  task: runTask,
  prompt: text(4000),
  modelId: z.string().optional(),
  sources: z
    .array(z.string())
    .max(mostNamed.sources)
    .optional()
    .describe("The ids of sources that it may read; those that are active in the plan if left out."),
  skills: z
    .array(z.string())
    .max(mostNamed.skills)
    .optional()
    .describe("The slugs of skills that it may open; all of the project if left out."),
  limits: newLimits.optional().describe("200,000 tokens, 10 minutes and 24 calls, unless it says otherwise."),
});

export const startRun = endpoint({
  id: "runs.start",
  method: "POST",
  path: base,
  summary: "Let the planning agent work on a plan",
  description:
    "For who can edit the plan, but not for apps. The agent reads the named sources and skills, and proposes; nothing is changed until somebody accepts. Without `modelId` it works with the newest usable model of the caller's own, then of the workspace, then with the operator's. One run of a person works on a plan at a time, and four in the workspace.",
  tag,
  params: planParams,
  body: newRun,
  reply: one,
  status: 201,
  errors: [...startErrors, "no_model"],
});

export const listRuns = endpoint({
  id: "runs.list",
  method: "GET",
  path: base,
  summary: "List the runs of a plan, the newest first",
  tag,
  params: planParams,
  query: z.strictObject(page),
  reply: z.object({ runs: z.array(Run), nextCursor }),
  errors: ["not_found"],
});

export const getRun = endpoint({
  id: "runs.get",
  method: "GET",
  path: `${base}/{runId}`,
  summary: "Read a run with its steps",
  tag,
  params: runParams,
  reply: whole,
  errors: ["not_found"],
});

export const getRunStep = endpoint({
  id: "runs.getStep",
  method: "GET",
  path: `${base}/{runId}/steps/{stepId}`,
  summary: "Read a step with the texts that were sent and received",
  description:
    "Of a call, the body of the request byte for byte and the answer as JSON, without headers; of a tool, the arguments that the model gave and the text that it was told. If the plan was moved below another root since, only who reads the earlier root, too, gets them: 403.",
  tag,
  params: runParams.extend({ stepId: z.string().describe("The step's id.") }),
  reply: z.object({ step: RunStep, request: z.string(), answer: z.string() }),
  errors: ["not_found", "forbidden"],
});

export const estimateRun = endpoint({
  id: "runs.estimate",
  method: "POST",
  path: `${base}/estimate`,
  summary: "Tell what a run's first request would take",
  description: "Takes the body of a start; nothing is sent to the model.",
  tag,
  params: planParams,
  body: newRun,
  reply: z.object({
    model: z.object({ id: z.string(), name: z.string(), scope: modelScope }),
    inputTokens: z.int().describe("Tokens of the first request by o200k."),
    sourceTokens: z.int().describe("Tokens of all sources that it may read, together."),
    cost: z.number().optional().describe("Of the first request; absent where the model has no prices."),
    currency: currency.describe("Of `cost`."),
  }),
  errors: ["not_found", "forbidden", "plan_archived", "no_model"],
});

export const stopRun = endpoint({
  id: "runs.stop",
  method: "POST",
  path: `${base}/{runId}/stop`,
  summary: "Stop a run",
  description:
    "For its starter and owners of the plan, also once that is archived. What it has proposed stays; a run that has ended is answered as it is.",
  tag,
  params: runParams,
  reply: one,
  errors: ["not_found", "forbidden"],
});

export const answerRun = endpoint({
  id: "runs.answer",
  method: "POST",
  path: `${base}/{runId}/answer`,
  summary: "Answer the question of a run",
  description: "For its starter.",
  tag,
  params: runParams,
  body: z.strictObject({
    stepId: z.string().describe("The step that asks."),
    text: text(4000).refine((value) => value.trim() !== "", "must not be empty"),
  }),
  reply: one,
  errors: [...startErrors, "not_waiting"],
});

export const continueRun = endpoint({
  id: "runs.continue",
  method: "POST",
  path: `${base}/{runId}/continue`,
  summary: "Continue a paused run",
  description: "For its starter. `limits` are new totals, not below what is used; those left out stay.",
  tag,
  params: runParams,
  body: z.strictObject({ limits: newLimits.optional() }),
  bodyOptional: true,
  reply: one,
  errors: [...startErrors, "not_paused"],
});

export const streamRun = endpoint({
  id: "runs.stream",
  method: "GET",
  path: `${base}/{runId}/stream`,
  summary: "Follow a run, as server-sent events",
  description:
    "`event: step` has a step as JSON, all earlier ones first; `delta` has `{stepId, text}` while the model writes; `usage` the run's usage; `end` the run once it has ended, and then the stream ends. Deltas come from the process that runs the step only, and are not kept; a step comes again when it has changed.",
  tag,
  params: runParams,
  reply: z.string().describe("Server-sent events."),
  stream: true,
  errors: ["not_found"],
});
