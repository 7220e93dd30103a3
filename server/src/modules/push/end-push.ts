import { cancelPush, retryPush } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { ApiError, notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { runSoon } from "../../jobs/queue.ts";
import type { Tx } from "../../storage/dialect.ts";
import { requireConnection } from "../connectors/access.ts";
import { entryOf } from "../connectors/catalog.ts";
import type { Actor } from "../identity/actor.ts";
import { editablePlan, type PlanRow, readablePlan, referencedPlan } from "../plans/access.ts";
import { presentRuns } from "./present.ts";
import { aimOf, findRun, planOfRun, type RunRow } from "./runs.ts";
import { beginPush, dedupeKeyOf } from "./start.ts";

interface Params {
  projectSlug: string;
  planShortId: string;
  pushId: string;
}

/** Ends a push before its next call; what was written stays. Who may push may end it. */
export const pushCancel = write(cancelPush, async (tx, actor, { params }) => {
  const { run, plan } = await findPush(tx, actor, params);
  if (run.finished_at !== null || run.cancelled_by !== null) return { push: await told(tx, actor, run) };
  await tx
    .updateTable("push_runs")
    .set({ cancelled_by: actor.userId })
    .where("workspace_id", "=", run.workspace_id)
    .where("id", "=", run.id)
    .execute();
  // It may be asleep, waiting for a limit.
  await runSoon(tx, dedupeKeyOf(run.id));
  const about = { subjectId: run.id, planId: plan.id, projectId: plan.project_id };
  await appendEvents(tx, actor, [{ type: "push.cancelled", ...about, data: { pushId: run.id } }]);
  return { push: await told(tx, actor, { ...run, cancelled_by: actor.userId }) };
});

/** Pushes the same plan with the same options once more, and tries what the tracker could not take. */
export const pushRetry = write(retryPush, async (tx, actor, { params }) => {
  const { run } = await findPush(tx, actor, params);
  if (run.finished_at === null)
    throw new ApiError("invalid_transition", "The push has not ended. Cancel it, or wait for its end.");
  const pushed = await referencedPlan(tx, actor, run.plan_id);
  const plan = await editablePlan(tx, actor, { ...params, planShortId: `PLAN-${pushed.number}` });
  const connection = await requireConnection(tx, actor.workspaceId, entryOf(run.provider));
  // What the target is called says nothing at another host.
  if (connection.id !== run.connection_id)
    throw new ApiError("not_connected", "The tracker it went to is no longer connected. Push anew.");
  const aim = aimOf(run);
  const again = { ...aim, options: { ...aim.options, retry: true } };
  const id = await beginPush(tx, actor, { plan, provider: entryOf(run.provider).provider, aim: again });
  const started = await findRun(tx, actor.workspaceId, id);
  if (!started) throw new Error("a push that was just started is gone");
  return { push: await told(tx, actor, started) };
});

async function findPush(tx: Tx, actor: Actor, params: Params): Promise<{ run: RunRow; plan: PlanRow }> {
  const readable = await readablePlan(tx, actor, params);
  const run = await findRun(tx, actor.workspaceId, params.pushId);
  const pushed = run && (await planOfRun(tx, run));
  if (!pushed || pushed.root_plan_id !== readable.root_plan_id) throw notFound("push of this plan");
  return { run, plan: await editablePlan(tx, actor, params) };
}

async function told(tx: Tx, actor: Actor, run: RunRow) {
  const [push] = await presentRuns(tx, actor, await planOfRun(tx, run), [run]);
  if (!push) throw notFound("push of this plan");
  return push;
}
