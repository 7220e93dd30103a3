import type { Context } from "../../context.ts";
import { toWire } from "../../dispatch/wire-error.ts";
import { ApiError } from "../../errors.ts";
import { type JobRun, RunLater } from "../../jobs/runner.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import { findConnectionById, isConnected } from "../connectors/access.ts";
import { openConnection } from "../connectors/open-connection.ts";
import { aboutOf } from "./about.ts";
import { cancelled, requesterOf } from "./fenced.ts";
import { finishRun } from "./finish.ts";
import { beginRun, laySteps } from "./lay-steps.ts";
import { noteCaveats } from "./outcomes.ts";
import { requireTarget } from "./patiently.ts";
import { planSteps } from "./plan-steps.ts";
import { aimOf, findRun } from "./runs.ts";
import { takeSnapshot } from "./snapshot.ts";
import { runSteps } from "./steps.ts";
import { capacityOf } from "./trackers/open.ts";
import { TrackerError } from "./trackers/tracker.ts";
import { noteForecast } from "./waits.ts";
import { commit, LostClaim, type OpenWorker, Stop, type Worker } from "./worker.ts";

/** Carries a push out, from wherever it stands: a process that was killed over it is followed by another. */
export async function runPush(
  context: Context,
  { workspaceId, runId }: { workspaceId: string; runId: string },
  job: JobRun,
): Promise<void> {
  const push = await findRun(context.db, workspaceId, runId);
  if (!push || push.finished_at !== null) return;
  const worker: Worker = { context, push, job };
  try {
    if (push.cancelled_by !== null) throw new Stop(cancelled);
    const steps = push.about === null ? await layDown(worker) : null;
    if (steps !== 0) await runSteps(await connect(worker));
    await commit(worker, finishRun, { stop: null });
  } catch (error) {
    if (error instanceof LostClaim) return;
    if (error instanceof RunLater || job.signal.aborted || isDatabaseDown(error)) throw error;
    const end = endOf(error);
    if (end === failed) context.log.error({ err: error, push: push.id }, "a push failed");
    const { message, errorCode } = end;
    await commit(worker, finishRun, { stop: { sentence: message, errorCode } });
  }
}

/** A tracker that refuses what must not be refused, a read for one, ends the push with its reason. */
function endOf(error: unknown): Pick<Stop, "message" | "errorCode"> {
  if (error instanceof TrackerError) return new Stop(error.message, "upstream_error");
  return error instanceof Stop ? error : failed;
}

/** Ends a push whose job was given up, so that the next one can start. */
export async function giveUpPush(
  context: Context,
  { workspaceId, runId }: { workspaceId: string; runId: string },
  job: JobRun,
): Promise<void> {
  const push = await findRun(context.db, workspaceId, runId);
  if (!push || push.finished_at !== null) return;
  const sentence =
    "The service's process ended again and again in the middle of this push. Push again to go on.";
  await commit({ context, push, job }, finishRun, { stop: { sentence, errorCode: null } });
}

const triesBefore = 2;

/** Before the first call that writes: the key, and a target that is open. */
async function connect(worker: Worker): Promise<OpenWorker> {
  const { context, push } = worker;
  const connection = await findConnectionById(context.db, push.workspace_id, push.connection_id);
  if (!connection || !isConnected(connection))
    throw new Stop("The tracker was disconnected. Connect it and push again.");
  const tracker = await openConnection(context, connection).catch((error) => {
    throw error instanceof ApiError ? new Stop(error.message) : error;
  });
  const dataKey = await workspaceKey(context, push.workspace_id);
  const connected: OpenWorker = { ...worker, tracker, dataKey, aheadMs: 0 };
  const { isPublic, now, caveats } = await requireTarget(connected, triesBefore);
  const open = isPublic ? [`${push.target} is public: everyone can read what is pushed there.`] : [];
  const told = [...open, ...caveats].map((text) => ({ text, planIds: [] }));
  await commit(worker, noteCaveats, { caveats: told });
  if (tracker.quota) await commit(worker, noteForecast, { quota: tracker.quota });
  return { ...connected, aheadMs: now.getTime() - Date.now() };
}

const failed: Pick<Stop, "message" | "errorCode"> = {
  message: "The service failed in the middle of this push. Push again to go on.",
  errorCode: null,
};

const isDatabaseDown = (error: unknown) =>
  toWire(error).kind === "unavailable" || (error instanceof ApiError && error.code === "unavailable");

const stepsAtOnce = 500;

/**
 * Takes the snapshot that this push carries: what changes from here on belongs to the next one. A worker that
 * was killed over it is followed by one that begins anew. Answers how many steps there are.
 */
async function layDown(worker: Worker): Promise<number> {
  const { context, push } = worker;
  const actor = await requesterOf(context.db, push);
  const snapshot = actor && (await takeSnapshot(context.db, actor, aimOf(push)));
  if (!snapshot) throw new Stop("The person who started this push can no longer read the plan.");
  const { steps, caveats } = planSteps(snapshot, capacityOf(push.provider));
  for (let position = 0; position < Math.max(1, steps.length); position += stepsAtOnce) {
    await commit(worker, laySteps, { position, steps: steps.slice(position, position + stepsAtOnce) });
  }
  await commit(worker, beginRun, { about: await aboutOf(context.db, push.workspace_id, snapshot), caveats });
  return steps.length;
}
