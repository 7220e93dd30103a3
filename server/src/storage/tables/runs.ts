import type { ModelScope, RunState, RunTask, StepKind } from "@groundplan/contract";

/** `open`: a call at work or a question without an answer; `lost`: a call whose end is not known. */
export type StepState = "open" | "done" | "lost";

export interface RunTables {
  runs: {
    workspace_id: string;
    id: string;
    plan_id: string;
    /** The root of its plan at the start, which decided who could read its sources. */
    root_plan_id: string;
    /** Its starter. */
    user_id: string;
    /** JSON of the starter's credential, as `StartedWith` (modules/runs/starter.ts). */
    credential: string;
    task: RunTask;
    prompt: string;
    state: RunState;
    model_id: string;
    model_name: string;
    model_scope: ModelScope;
    /** Decimals for a million tokens at the start; null without prices. */
    price_in: string | null;
    price_out: string | null;
    currency: string;
    /** JSON of the ids of sources and the slugs of skills that it may read. */
    sources: string;
    skills: string;
    most_tokens: number;
    /** A decimal; null if only tokens are limited. */
    most_cost: string | null;
    most_minutes: number;
    most_steps: number;
    /** Random; fences the texts of sources in what the model is told. */
    mark: string;
    /** JSON of what the model is told first; null before the first call. */
    opening: string | null;
    /** The `n` of its last step. */
    last_step: number;
    calls: number;
    /** Tokens used, lost calls in full. */
    input_tokens: number;
    output_tokens: number;
    cost_micros: number;
    /** Input of answered calls as we count it, and as the provider does. */
    counted_tokens: number;
    told_tokens: number;
    /** Milliseconds of work before `working_since`, which is null while it rests. */
    worked_ms: number;
    working_since: string | null;
    suggestion_id: string | null;
    /** JSON of a `RunError`. */
    error: string | null;
    created_at: string;
    updated_at: string;
    ended_at: string | null;
  };
  run_steps: {
    workspace_id: string;
    run_id: string;
    n: number;
    id: string;
    kind: StepKind;
    state: StepState;
    title: string;
    detail: string;
    /** JSON of a `StepData` (modules/runs/store.ts). */
    data: string;
    /** The model's id of the tool call that the step answers. */
    call_id: string | null;
    input_tokens: number;
    output_tokens: number;
    /** Tokens reserved for a call in each ceiling. */
    reserved: number;
    /** Input tokens of a call, as we count them. */
    counted: number;
    /** UTF-16 units at the beginning of a call's request that are those of the call before. */
    shared: number;
    /** A call's request without them; a tool's arguments. */
    request: string;
    /** JSON of a call's answer; the text that the model is told by a tool. */
    answer: string;
    created_at: string;
    updated_at: string;
  };
  /** Tokens used and reserved in a day of a workspace or person, and in a month of the whole service. */
  token_ceilings: {
    /** `operator`, a workspace's id, or a workspace's and a user's id. */
    subject: string;
    /** `YYYY-MM-DD` or `YYYY-MM`, in UTC. */
    period: string;
    workspace_id: string | null;
    used: number;
  };
}
