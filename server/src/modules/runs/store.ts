import type { RunError, RunLimits, RunStep } from "@groundplan/contract";
import type { Selectable, UpdateObject } from "kysely";
import { newId, now } from "../../ids.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

export type RunRow = Selectable<Tables["runs"]>;
export type StepRow = Selectable<Tables["run_steps"]>;

/** A fault of the model's answer, of which it is told once. */
export type Fault = "unknown_tool" | "arguments" | "repeated" | "empty" | "too_long";

/** The rest of a step, kept as JSON. */
export interface StepData {
  /** The tool that the model called. */
  tool?: string;
  question?: RunStep["question"];
  suggestion?: RunStep["suggestion"];
  /** The id of the source that was read. */
  sourceId?: string;
  /** True if the step's answer is a text that the run has read, and no refusal. */
  isRead?: true;
  /** Names of the specs that were proposed. */
  refs?: string[];
  /** The proposed change of a spec, and how many criteria it adds. */
  edit?: { specId: string; added: number };
  fault?: Fault;
  /** True of a call whose provider may write its input to a cache, which costs more. */
  writesCache?: true;
  /** True of a failed call that may have been made, so that it is repeated once. */
  isBroken?: boolean;
}

export const dataOf = ({ data }: Pick<StepRow, "data">): StepData => JSON.parse(data) as StepData;

export const errorOf = ({ error }: Pick<RunRow, "error">): RunError | null =>
  error === null ? null : (JSON.parse(error) as RunError);

export const limitsOf = ({
  most_tokens,
  most_cost,
  most_minutes,
  most_steps,
}: Pick<RunRow, "most_tokens" | "most_cost" | "most_minutes" | "most_steps">): RunLimits => ({
  tokens: most_tokens,
  ...(most_cost === null ? {} : { cost: Number(most_cost) }),
  minutes: most_minutes,
  steps: most_steps,
});

/** A run by its ids. */
export interface RunKey {
  workspaceId: string;
  runId: string;
}

export const keyOf = ({ workspace_id, id }: Pick<RunRow, "workspace_id" | "id">): RunKey => ({
  workspaceId: workspace_id,
  runId: id,
});

export const findRun = (db: Db, { workspaceId, runId }: RunKey): Promise<RunRow | undefined> =>
  db
    .selectFrom("runs")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", runId)
    .executeTakeFirst();

const stepsIn = (db: Db, { workspaceId, runId }: RunKey) =>
  db.selectFrom("run_steps").where("workspace_id", "=", workspaceId).where("run_id", "=", runId);

/** Lists a run's steps in order. */
export const stepsOf = (db: Db, key: RunKey): Promise<StepRow[]> =>
  stepsIn(db, key).selectAll().orderBy("n").execute();

/** Lists what a run's steps have sent, in order. */
export const sentBy = (db: Db, key: RunKey) =>
  stepsIn(db, key).select(["n", "call_id", "shared", "request"]).orderBy("n").execute();

/** Lists what a run's steps did, in order. */
export const doneBy = (db: Db, key: RunKey) => stepsIn(db, key).select(["n", "data"]).orderBy("n").execute();

export const stepOfId = (db: Db, key: RunKey, id: string): Promise<StepRow | undefined> =>
  stepsIn(db, key).selectAll().where("id", "=", id).executeTakeFirst();

/** Returns the call that a run is making, or was when its process ended. */
export const openCallOf = (db: Db, key: RunKey): Promise<StepRow | undefined> =>
  stepsIn(db, key).selectAll().where("kind", "=", "call").where("state", "=", "open").executeTakeFirst();

const shownColumns = [
  ...(["n", "id", "kind", "title", "detail", "data"] as const),
  ...(["input_tokens", "output_tokens", "created_at", "updated_at"] as const),
] as const;

/** A step without the texts that were sent and received. */
export type ShownStep = Pick<StepRow, (typeof shownColumns)[number]>;

/** Lists a run's steps as they are shown, in order. */
export const shownStepsOf = (db: Db, key: RunKey): Promise<ShownStep[]> =>
  stepsIn(db, key).select(shownColumns).orderBy("n").execute();

/** Changes a run, and returns it as it is then. */
export async function changeRun(tx: Tx, run: RunRow, changes: UpdateObject<Tables, "runs">): Promise<RunRow> {
  return tx
    .updateTable("runs")
    .set(Object.assign(changes, { updated_at: now() }))
    .where("workspace_id", "=", run.workspace_id)
    .where("id", "=", run.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type NewStep = Pick<StepRow, "kind" | "state" | "title" | "detail"> & Partial<StepRow>;

/** Adds a run's step of the number `last_step`, which the caller has counted up. */
export async function addStep(tx: Tx, run: RunRow, given: NewStep): Promise<StepRow> {
  const at = now();
  const step: StepRow = {
    workspace_id: run.workspace_id,
    run_id: run.id,
    n: run.last_step,
    id: newId(),
    data: "{}",
    call_id: null,
    input_tokens: 0,
    output_tokens: 0,
    reserved: 0,
    counted: 0,
    shared: 0,
    request: "",
    answer: "",
    created_at: at,
    updated_at: at,
    ...given,
  };
  await tx.insertInto("run_steps").values(step).execute();
  return step;
}

export async function changeStep(
  tx: Tx,
  step: Pick<StepRow, "workspace_id" | "run_id" | "n">,
  changes: UpdateObject<Tables, "run_steps">,
): Promise<void> {
  await tx
    .updateTable("run_steps")
    .set(Object.assign(changes, { updated_at: now() }))
    .where("workspace_id", "=", step.workspace_id)
    .where("run_id", "=", step.run_id)
    .where("n", "=", step.n)
    .execute();
}

/** Columns of a run that are shown: all but the model's opening are small. */
const shownOfRun = [
  ...(["runs.id", "runs.user_id", "runs.task", "runs.prompt", "runs.state"] as const),
  ...(["runs.model_name", "runs.model_scope", "runs.currency", "runs.sources", "runs.skills"] as const),
  ...(["runs.most_tokens", "runs.most_cost", "runs.most_minutes", "runs.most_steps"] as const),
  ...(["runs.input_tokens", "runs.output_tokens", "runs.cost_micros"] as const),
  ...(["runs.suggestion_id", "runs.error", "runs.created_at", "runs.ended_at"] as const),
  ...(["runs.updated_at", "runs.last_step", "runs.calls", "runs.root_plan_id"] as const),
] as const;

/** A run with the current name of its starter; null once the account is gone. */
export type NamedRun = Awaited<ReturnType<typeof namedRun>>;

const named = (db: Db, workspaceId: string) =>
  db
    .selectFrom("runs")
    .leftJoin("users as starter", "starter.id", "runs.user_id")
    .select(shownOfRun)
    .select("starter.name as starter_name")
    .where("runs.workspace_id", "=", workspaceId);

/** Returns an existing run with its starter's name. */
export const namedRun = (db: Db, { workspaceId, runId }: RunKey) =>
  named(db, workspaceId).where("runs.id", "=", runId).executeTakeFirstOrThrow();

/** Lists a plan's runs before an id, the newest first. */
export const listRunRows = (
  db: Db,
  { workspaceId, planId }: { workspaceId: string; planId: string },
  before: string,
  limit: number,
) =>
  named(db, workspaceId)
    .where("plan_id", "=", planId)
    .where("runs.id", "<", before)
    .orderBy("runs.id", "desc")
    .limit(limit)
    .execute();

export const findStep = (db: Db, key: RunKey, n: number): Promise<StepRow | undefined> =>
  stepsIn(db, key).selectAll().where("n", "=", n).executeTakeFirst();
