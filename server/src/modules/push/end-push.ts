import { cancelPush, retryPush } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { runSoon } from "../../jobs/queue.ts";
import type { Tx } from "../../storage/dialect.ts";
import { requireConnection } from "../connectors/access.ts";
import { entryOf } from "../connectors/catalog.ts";
import { projectTarget } from "../connectors/project-tracker.ts";
import { planHandle } from "../handles.ts";
import type { Actor } from "../identity/actor.ts";
import { editablePlan, readablePlan } from "../plans/access.ts";
import { readableProject } from "../projects/access.ts";
import { findPush, presentRun } from "./find-push.ts";
import { aimOf } from "./runs.ts";
import { beginPush, dedupeKeyOf } from "./start.ts";

/** Ends a push after the batch that is under way; what was written stays. Who may push may end it. */
export const pushCancel = write(cancelPush, async (tx, actor, { params }) => {
  const { run, pushed, plan } = await editablePush(tx, actor, params);
  if (run.finished_at !== null || run.cancelled_by !== null)
    return { push: await presentRun(tx, actor, pushed, run) };
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
  return { push: await presentRun(tx, actor, pushed, { ...run, cancelled_by: actor.userId }) };
});

/** Pushes the same plan with the same options once more, and tries what the tracker could not take. */
export const pushRetry = write(retryPush, async (tx, actor, { params }) => {
  const { run, pushed } = await editablePush(tx, actor, params);
  if (run.finished_at === null)
    throw new ApiError("invalid_transition", "The push has not ended. Cancel it, or wait for its end.");
  // The whole tree is readable where one of its plans is.
  const plan = await editablePlan(tx, actor, { ...params, planShortId: planHandle(pushed.number) });
  const entry = entryOf(run.provider);
  const connection = await requireConnection(tx, actor.workspaceId, entry);
  // What the target is called says nothing at another host.
  if (connection.id !== run.connection_id)
    throw new ApiError("not_connected", "The tracker it went to is no longer connected. Push anew.");
  const aim = aimOf(run);
  const wanted = projectTarget(await readableProject(tx, actor, params.projectSlug));
  if (wanted?.entry !== entry || wanted.name !== aim.target)
    throw new ApiError("no_target", `The project no longer goes to ${aim.target}. Push the plan anew.`);
  const again = { ...aim, options: { ...aim.options, retry: true } };
  const id = await beginPush(tx, actor, { plan, provider: entry.provider, connection, aim: again });
  const begun = await findPush(tx, plan, id);
  return { push: await presentRun(tx, actor, begun.pushed, begun.run) };
});

interface Params {
  projectSlug: string;
  planShortId: string;
  pushId: string;
}

/** Reach, of the push too, goes before right. */
async function editablePush(tx: Tx, actor: Actor, params: Params) {
  const found = await findPush(tx, await readablePlan(tx, actor, params), params.pushId);
  return { ...found, plan: await editablePlan(tx, actor, params) };
}
