import { serializeError } from "../../../dispatch/serialized-error.ts";
import { ApiError } from "../../../errors.ts";
import { type JobRun, RunLater } from "../../../jobs/runner.ts";
import { workspaceKey } from "../../../secrets/workspace-key.ts";
import { findConnectionById, isConnected, isLost } from "../../connectors/access.ts";
import { openConnection } from "../../connectors/open-connection.ts";
import type { Context } from "../../context.ts";
import { trackerOf } from "../../trackers/registry.ts";
import { grantEnded } from "../../trackers/tokens.ts";
import { TrackerError } from "../../trackers/tracker.ts";
import { keptCaveats } from "../ledger/caveats.ts";
import { findPush, requestOf } from "../ledger/pushes.ts";
import { planSteps } from "../plan/plan-steps.ts";
import { takeSnapshot } from "../plan/snapshot.ts";
import { keysOf } from "../results/keys-of.ts";
import { summarize } from "../results/push-summary.ts";
import { findAssignees } from "./find-assignees.ts";
import { type Finish, finishPush } from "./finish-push.ts";
import { recordCaveats } from "./outcomes/record-outcomes.ts";
import { requireFields } from "./required-fields.ts";
import { runSteps } from "./run-steps.ts";
import { beginPush, saveSteps } from "./save-steps.ts";
import { recordAwake, sleepUntilConnected, sleepWhileOff } from "./sleep.ts";
import { requireTarget, withRetries } from "./tracker-calls/retry.ts";
import { recordForecast } from "./waits.ts";
import { cancelled, disconnected, requesterOf, unreadable, whyAsleep } from "./why-stop.ts";
import { type ConnectedWork, commit, LostClaim, PushAborted, type PushWork, SwitchedOff } from "./work.ts";

/** Runs a push, or resumes one after a crash. */
export async function runPush(
  context: Context,
  { workspaceId, pushId }: { workspaceId: string; pushId: string },
  job: JobRun,
): Promise<void> {
  const push = await findPush(context.db, workspaceId, pushId);
  if (!push || push.finished_at !== null) return;
  const work: PushWork = { context, push, job };
  try {
    if (push.cancelled_by !== null) throw new PushAborted(cancelled);
    const steps = push.about === null ? await planAndSaveSteps(work) : null;
    if (steps !== 0) await carryOut(await connect(work));
    await finish(work, null);
  } catch (error) {
    if (error instanceof LostClaim) return;
    if (error instanceof SwitchedOff) return waitOrEnd(work, error.message, sleepWhileOff);
    if (error instanceof TrackerError && error.code === "ended")
      return waitOrEnd(work, error.message, sleepUntilConnected);
    if (error instanceof RunLater || job.signal.aborted || isDatabaseDown(error)) throw error;
    const end = endOf(error);
    if (end === failed) context.log.error({ err: error, push: push.id }, "a push failed");
    await finish(work, { sentence: end.message, reason: end.reason });
  }
}

async function carryOut(work: ConnectedWork): Promise<void> {
  await requireFields(work);
  await runSteps(await findAssignees(work));
}

/** Sleeps until the tracker is usable again, or ends the push after seven days. */
async function waitOrEnd(
  work: PushWork,
  why: string,
  sleep: (work: PushWork, why: string) => Promise<boolean>,
): Promise<void> {
  if (!(await sleep(work, why))) return;
  const sentence = `${why} No one did for seven days, so the push ended. Push again to continue.`;
  await finish(work, { sentence, reason: "status", isPartial: true });
}

/** Uses the tracker's reason for an unexpected refusal, of a read for example. */
function endOf(error: unknown): Pick<PushAborted, "message" | "reason"> {
  if (error instanceof TrackerError) return new PushAborted(error.message, error.reason);
  return error instanceof PushAborted ? error : failed;
}

/** Ends a push whose job was given up, so that the next can start. */
export async function giveUpPush(
  context: Context,
  { workspaceId, pushId }: { workspaceId: string; pushId: string },
  job: JobRun,
): Promise<void> {
  const push = await findPush(context.db, workspaceId, pushId);
  if (!push || push.finished_at !== null) return;
  const sentence =
    "The service's process ended again and again in the middle of this push. Push again to go on.";
  await finish({ context, push, job }, { sentence, reason: null });
}

async function finish(work: PushWork, stop: Finish["stop"]): Promise<void> {
  const state = await commit(work, finishPush, { stop });
  const { context, push } = work;
  context.meter?.push(state, (Date.now() - Date.parse(push.started_at)) / 1000);
}

const triesBefore = 2;

/** Opens the tracker, and checks key and target before any write. */
async function connect(work: PushWork): Promise<ConnectedWork> {
  const { context, push } = work;
  const connection = await findConnectionById(context.db, push.workspace_id, push.connection_id);
  const off = await whyAsleep(context.db, push);
  // A disconnected tracker is not waited for, on or off.
  if (!connection || !(isConnected(connection) || isLost(connection))) throw new PushAborted(disconnected);
  if (off) throw new SwitchedOff(off);
  if (!isConnected(connection)) throw grantEnded(trackerOf(push.provider).label);
  const tracker = await openConnection(context, connection).catch((error) => {
    throw error instanceof ApiError ? new PushAborted(error.message) : error;
  });
  const dataKey = await workspaceKey(context, push.workspace_id);
  const connected: ConnectedWork = {
    ...work,
    tracker,
    dataKey,
    keysOf: keysOf(tracker, (ask) => withRetries(connected, ask)),
    clockAheadMs: 0,
    confirmedIds: new Set(),
    people: {},
  };
  const { isPublic, now, caveats } = await requireTarget(connected, triesBefore);
  const open = isPublic ? [`${push.target} is public: everyone can read what is pushed there.`] : [];
  if (keptCaveats(push).some(({ untilConnected }) => untilConnected)) await commit(work, recordAwake, {});
  const told = [...open, ...caveats].map((text) => ({ text, planIds: [] }));
  await commit(work, recordCaveats, { caveats: told });
  if (tracker.quota) await commit(work, recordForecast, { quota: tracker.quota });
  return { ...connected, clockAheadMs: now.getTime() - Date.now() };
}

const failed: Pick<PushAborted, "message" | "reason"> = {
  message: "The service failed in the middle of this push. Push again to go on.",
  reason: null,
};

const isDatabaseDown = (error: unknown) =>
  serializeError(error).kind === "unavailable" || (error instanceof ApiError && error.code === "unavailable");

const stepsAtOnce = 500;

/**
 * Takes the push's snapshot; later changes belong to the next push. Starts over after a crash. Returns the
 * number of steps.
 */
async function planAndSaveSteps(work: PushWork): Promise<number> {
  const { context, push } = work;
  const actor = await requesterOf(context.db, push);
  const snapshot = actor && (await takeSnapshot(context.db, actor, requestOf(push)));
  if (!snapshot) throw new PushAborted(unreadable);
  const { steps, caveats } = planSteps(snapshot, trackerOf(push.provider).capacity);
  for (let position = 0; position < Math.max(1, steps.length); position += stepsAtOnce) {
    await commit(work, saveSteps, { position, steps: steps.slice(position, position + stepsAtOnce) });
  }
  await commit(work, beginPush, {
    about: await summarize(context.db, push.workspace_id, snapshot),
    caveats,
    planIds: snapshot.plans.map(({ id }) => id),
  });
  return steps.length;
}
