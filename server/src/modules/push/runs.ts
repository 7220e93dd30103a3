import type { Selectable } from "kysely";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { planHandle, specHandle } from "../handles.ts";

/** What a push was asked to leave out; part of its run's row. */
export interface PushOptions {
  holdBelowReady: boolean;
  includeSubPlans: boolean;
  /** Ids: only these specs of the plan itself, and no sub-plans. */
  specIds: string[] | null;
  /** What becomes of fields that were edited both here and in the tracker; those edited only there are left alone. */
  onConflict: "keep" | "overwrite";
  /** Tries what the tracker could not take, too. */
  retry: boolean;
}

/** What is pushed, and where to. */
export interface Aim {
  workspaceId: string;
  planId: string;
  connectionId: string;
  target: string;
  options: PushOptions;
}

export type RunRow = Selectable<Tables["push_runs"]>;
export type StepRow = Selectable<Tables["push_steps"]>;

export function findRun(db: Db, workspaceId: string, runId: string): Promise<RunRow | undefined> {
  return db
    .selectFrom("push_runs")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", runId)
    .executeTakeFirst();
}

export function stepsOf(db: Db, run: Pick<RunRow, "workspace_id" | "id">) {
  return db
    .selectFrom("push_steps")
    .where("workspace_id", "=", run.workspace_id)
    .where("run_id", "=", run.id);
}

export function aimOf(run: RunRow): Aim {
  return {
    workspaceId: run.workspace_id,
    planId: run.plan_id,
    connectionId: run.connection_id,
    target: run.target,
    options: JSON.parse(run.options) as PushOptions,
  };
}

/** The plan that a run pushes. */
export function planOfRun(db: Db, run: RunRow) {
  return db
    .selectFrom("plans")
    .select(["id", "number", "name", "project_id", "root_plan_id"])
    .where("workspace_id", "=", run.workspace_id)
    .where("id", "=", run.plan_id)
    .executeTakeFirstOrThrow();
}

/** What an issue says that it is. */
export const handleOf = (planNumber: number, specNumber: number | null) =>
  specNumber === null ? planHandle(planNumber) : `${planHandle(planNumber)} / ${specHandle(specNumber)}`;

/** Whose deed what a push does is. */
export const requestedBy = (push: RunRow) => ({
  workspaceId: push.workspace_id,
  userId: push.requested_by,
  credentialId: push.credential_id,
});
