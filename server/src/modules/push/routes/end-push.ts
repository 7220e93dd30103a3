import { cancelPush, retryPush } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { disclosesNothing, post } from "../../../dispatch/handlers.ts";
import { ApiError } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { runSoon } from "../../../jobs/queue.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import { requireConnection } from "../../connectors/access.ts";
import { requireOn, trackerSwitch } from "../../connectors/policy.ts";
import { projectTarget } from "../../connectors/project-tracker.ts";
import { planHandle } from "../../handles.ts";
import { editablePlan, readablePlan, requireEdit, requireNoTemplate } from "../../plans/access.ts";
import { readableProject } from "../../projects/access.ts";
import { trackerOf } from "../../trackers/registry.ts";
import { requestOf, updatePush } from "../ledger/pushes.ts";
import { dedupeKeyOf, startOrJoinPush } from "./start-push.ts";
import { targetOptions } from "./target-options.ts";
import { presentPush, visiblePush } from "./visible-push.ts";

/** Cancels after the current batch; written changes stay. Requires the right to push. */
export const pushCancel = post(cancelPush, disclosesNothing, cancel, { complete });

async function cancel(tx: Tx, actor: Actor, { params }: { params: Params }): Promise<Ended> {
  const { push, plan } = await editablePush(tx, actor, params);
  if (push.finished_at !== null || push.cancelled_by !== null) return { pushId: push.id };
  await updatePush(tx, push, { cancelled_by: actor.userId });
  // The push may be asleep, waiting for a limit.
  await runSoon(tx, dedupeKeyOf(push.id));
  const about = { subjectId: push.id, planId: plan.id, projectId: plan.project_id };
  await appendEvents(tx, actor, [{ type: "push.cancelled", ...about, data: { pushId: push.id } }]);
  return { pushId: push.id };
}

/** Repeats a push with its options, also trying refused items. */
export const pushRetry = post(retryPush, disclosesNothing, retry, { complete });

async function retry(tx: Tx, actor: Actor, { params }: { params: Params }): Promise<Ended> {
  const { push, pushed, plan: named } = await editablePush(tx, actor, params);
  if (push.finished_at === null)
    throw new ApiError("invalid_transition", "The push has not ended. Cancel it, or wait for its end.");
  // A reader of one plan of the tree can read the whole tree.
  const plan =
    pushed.id === named.id
      ? named
      : await editablePlan(tx, actor, { ...params, planShortId: planHandle(pushed.number) });
  requireNoTemplate(plan);
  const entry = trackerOf(push.provider);
  const connection = await requireConnection(tx, actor.workspaceId, entry);
  // The target's name means nothing at another host.
  if (connection.id !== push.connection_id)
    throw new ApiError("not_connected", "The tracker it went to is no longer connected. Push again.");
  const request = requestOf(push);
  const project = await readableProject(tx, actor, params.projectSlug);
  await requireOn(tx, actor.workspaceId, trackerSwitch(entry), project);
  const wanted = projectTarget(project);
  if (wanted?.entry !== entry || wanted.name !== request.target)
    throw new ApiError(
      "no_target",
      `The project is no longer pushed to ${request.target}. Push the plan again.`,
    );
  const { references: _, statuses: __, details: ___, fields: ____, ...options } = request.options;
  const again = { ...request, options: { ...options, ...targetOptions(project), retry: true } };
  return {
    pushId: await startOrJoinPush(tx, actor, { plan, provider: entry.provider, connection, request: again }),
  };
}

interface Ended {
  pushId: string;
}

/** Rechecks visibility, which may have shrunk by a replay. */
async function complete(
  { pushId }: Ended,
  { db, actor, input }: { db: Db; actor: Actor; input: { params: Params } },
) {
  const { push, pushed } = await visiblePush(db, await readablePlan(db, actor, input.params), pushId);
  return { push: await presentPush(db, actor, pushed, push) };
}

interface Params {
  projectSlug: string;
  planShortId: string;
  pushId: string;
}

/** Checks readability before the right to edit. */
async function editablePush(tx: Tx, actor: Actor, params: Params) {
  const plan = await readablePlan(tx, actor, params);
  const found = await visiblePush(tx, plan, params.pushId);
  return { ...found, plan: requireEdit(plan) };
}
