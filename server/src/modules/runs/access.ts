import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { ApiError, forbidden, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { pagePath } from "../handles.ts";
import { type PlanRow, readablePlan, readablePlanIds, requireEdit } from "../plans/access.ts";
import { requireNoApp } from "./starter.ts";
import { findRun, type RunRow } from "./store.ts";

interface PlanPath {
  projectSlug: string;
  planShortId: string;
}

/** Returns the path's run with its plan; both are 404 to who can't read the plan. */
export async function readableRun(
  db: Db,
  actor: Actor,
  { runId, ...path }: PlanPath & { runId: string },
): Promise<{ plan: PlanRow; run: RunRow }> {
  const plan = await readablePlan(db, actor, path);
  const run = await findRun(db, { workspaceId: actor.workspaceId, runId });
  if (run?.plan_id !== plan.id) throw notFound("run");
  return { plan, run };
}

/** Tests for a reader of the tree of plans whose sources the run has read, which the plan may have left since. */
export async function readsTexts(
  db: Db,
  actor: Actor,
  plan: Pick<PlanRow, "root_plan_id">,
  run: Pick<RunRow, "root_plan_id">,
): Promise<boolean> {
  if (run.root_plan_id === plan.root_plan_id) return true;
  return (await readablePlanIds(db, actor, [run.root_plan_id])).has(run.root_plan_id);
}

/** Throws 403 unless `readsTexts`. */
export async function requireReaderOfTexts(db: Db, actor: Actor, plan: PlanRow, run: RunRow): Promise<void> {
  if (!(await readsTexts(db, actor, plan, run)))
    throw forbidden(
      "The plan was moved since this run. Its texts are for readers of the root plan that it was moved from.",
    );
}

/** Returns the path's run for its starter, who must still be able to edit: 404, 403, 409. */
export async function ownRun(
  db: Db,
  actor: Actor,
  path: PlanPath & { runId: string },
): Promise<{ plan: PlanRow; run: RunRow }> {
  const found = await readableRun(db, actor, path);
  if (found.run.user_id !== actor.userId) throw forbidden("Only who started the run can do this.");
  await requireNoApp(db, actor);
  requireEdit(found.plan);
  return found;
}

/** Throws 403 unless the actor may stop the run, also one of a plan that was archived meanwhile. */
export async function requireStopper(db: Db, actor: Actor, plan: PlanRow, run: RunRow): Promise<void> {
  if (run.user_id !== actor.userId && plan.capability !== "OWN")
    throw forbidden("Only who started the run and owners of the plan can stop it.");
  await requireNoApp(db, actor);
}

const mostOfWorkspace = 4;

/** Throws 409 if the person has a run at work on the plan, or the workspace as many as it may have. */
export async function requireRoomForRun(
  db: Db,
  { workspaceId, userId }: Pick<Actor, "workspaceId" | "userId">,
  plan: Pick<PlanRow, "id">,
  { projectSlug, planShortId }: PlanPath,
): Promise<void> {
  const working = await db
    .selectFrom("runs")
    .select(["id", "plan_id", "user_id", "prompt"])
    .where("workspace_id", "=", workspaceId)
    .where(isAtWork)
    .execute();
  const own = working.find((run) => run.plan_id === plan.id && run.user_id === userId);
  if (own) {
    const address = pagePath({ projectSlug, planShortId, page: `runs/${own.id}` });
    throw tooMany(`${nameOf(own)} works on this plan. Wait until it ends, or stop it at ${address}`);
  }
  if (working.length >= mostOfWorkspace)
    throw tooMany(`${mostOfWorkspace} runs work in this workspace. Wait until one ends.`);
}

/** Characters of its words by which a run is named. */
const mostOfName = 60;

function nameOf({ prompt }: Pick<RunRow, "prompt">): string {
  const words = prompt.replace(/\s+/g, " ").trim();
  if (words === "") return "Your other run";
  const isLong = words.length > mostOfName;
  return `Your run “${isLong ? `${words.slice(0, mostOfName).toWellFormed()}…` : words}”`;
}

const tooMany = (message: string) => new ApiError("too_many_runs", message);

/** Matches the condition of the index. */
const isAtWork = sql<boolean>`state in ('queued', 'running')`;
