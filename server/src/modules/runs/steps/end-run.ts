import type { RunError } from "@groundplan/contract";
import { type Author, serviceIn } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import { holdsClaim } from "../../../jobs/queue.ts";
import type { JobRun } from "../../../jobs/runner.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import { changeRun, findRun, type RunKey, type RunRow } from "../store.ts";
import { loseOpenCall } from "./lose-open-call.ts";

/** A write of a step's job, which has no effect once the job's claim is lost or the run is over. */
export interface OfStep {
  key: RunKey;
  claim: JobRun["claim"];
}

export const workspaceOf = ({ key }: OfStep) => key.workspaceId;

/** Returns the run if its job may still write. */
export async function runAtWork(tx: Tx, { key, claim }: OfStep): Promise<RunRow | null> {
  if (!(await holdsClaim(tx, claim))) return null;
  const run = await findRun(tx, key);
  return run && isAtWork(run) ? run : null;
}

export const isAtWork = ({ state }: Pick<RunRow, "state">) => state === "queued" || state === "running";

/** Returns the columns of a run that no longer works, with its time of work. */
const restingSince = (at: string, { worked_ms, working_since }: RunRow) => ({
  working_since: null,
  worked_ms: worked_ms + (working_since === null ? 0 : Date.parse(at) - Date.parse(working_since)),
});

type Ended = "stopped" | "done" | "failed";

/** Ends a run and tells its starter. */
export async function endRun(
  tx: Tx,
  run: RunRow,
  state: Ended,
  { error, by }: { error?: RunError; by?: Author } = {},
): Promise<RunRow> {
  const at = now();
  const told = error === undefined ? null : JSON.stringify(error);
  const ended = await changeRun(tx, run, { ...restingSince(at, run), state, error: told, ended_at: at });
  const { suggestion_id } = ended;
  await appendEvents(tx, by ?? serviceIn(run.workspace_id), [
    {
      ...(await subjectOf(tx, run)),
      type: "run.ended",
      notifies: [run.user_id],
      data: { runId: run.id, state, ...(suggestion_id === null ? {} : { suggestionId: suggestion_id }) },
    },
  ]);
  return ended;
}

/** Pauses a run at a limit or ceiling, until its starter continues it. */
export async function pauseRun(tx: Tx, run: RunRow, error: RunError): Promise<void> {
  await changeRun(tx, run, { ...restingSince(now(), run), state: "paused", error: JSON.stringify(error) });
  await appendEvents(tx, serviceIn(run.workspace_id), [
    {
      ...(await subjectOf(tx, run)),
      type: "run.paused",
      notifies: [run.user_id],
      data: { runId: run.id, code: error.code },
    },
  ]);
}

/** Lets a run wait for its starter's answer. */
export async function letWait(tx: Tx, run: RunRow): Promise<void> {
  await changeRun(tx, run, { ...restingSince(now(), run), state: "waiting" });
  await appendEvents(tx, serviceIn(run.workspace_id), [
    {
      ...(await subjectOf(tx, run)),
      type: "run.waiting",
      notifies: [run.user_id],
      data: { runId: run.id },
    },
  ]);
}

/** Returns the subject of a run's events. */
async function subjectOf(db: Db, { workspace_id, id, plan_id }: RunRow) {
  const plan = await db
    .selectFrom("plans")
    .select("project_id")
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", plan_id)
    .executeTakeFirstOrThrow();
  return { subjectId: id, planId: plan_id, projectId: plan.project_id };
}

export const failRun = command(
  "runs.fail",
  workspaceOf,
  async (tx: Tx, input: OfStep & { error: RunError }): Promise<void> => {
    const run = await runAtWork(tx, input);
    if (!run) return;
    await loseOpenCall(tx, run, "The service failed during this call");
    await endRun(tx, run, "failed", { error: input.error });
  },
);
