import { setTimeout as pause } from "node:timers/promises";
import { backOff } from "./limit-rows.ts";
import { type Checked, type Outcome, TrackerError } from "./trackers/tracker.ts";
import { type OpenWorker, Stop, sleep } from "./worker.ts";

const tries = 5;
const longestPauseMs = 1000;

/**
 * A call that may be repeated, tried a few times while its outcome is unknown. What the tracker refuses reaches
 * the caller.
 */
export async function patiently<T>(worker: OpenWorker, run: () => Promise<T>, most = tries): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TrackerError) || error.outcome === "refused") throw error;
      if (error.outcome === "not_executed") await waitForLimit(worker, error);
      await pauseOrStop(worker, error, attempt, most);
    }
  }
}

/** The same for calls about several things, each with an outcome of its own; `note` gets those that are final. */
export async function eachPatiently<W>(
  worker: OpenWorker,
  works: readonly W[],
  call: (works: readonly W[]) => Promise<Outcome[]>,
  note: (ended: { work: W; outcome: Outcome }[]) => Promise<void>,
): Promise<void> {
  for (let left = works, attempt = 1; left.length > 0; attempt++) {
    const outcomes = await call(left).catch((error) => failures(left, error));
    const all = left.map((work, index) => ({ work, outcome: outcomes[index] ?? notAnswered }));
    const isOpen = ({ outcome }: { outcome: Outcome }) =>
      !outcome.done && outcome.error.outcome !== "refused";
    await note(all.filter((one) => !isOpen(one)));
    const open = all.filter(isOpen);
    const errors = open.flatMap(({ outcome }) => (outcome.done ? [] : [outcome.error]));
    const limit = errors.find((error) => error.outcome === "not_executed");
    if (limit) await waitForLimit(worker, limit);
    if (errors[0]) await pauseOrStop(worker, errors[0], attempt, tries);
    left = open.map(({ work }) => work);
  }
}

/** A call that failed as a whole failed for each. */
export function failures(works: readonly unknown[], error: unknown): { done: false; error: TrackerError }[] {
  if (!(error instanceof TrackerError)) throw error;
  return works.map(() => ({ done: false, error }));
}

export const notAnswered = {
  done: false as const,
  error: new TrackerError("unknown", "unreachable", "The tracker did not say what became of it."),
};

async function pauseOrStop(worker: OpenWorker, error: TrackerError, attempt: number, most: number) {
  if (attempt >= most) {
    const code = error.code === "timeout" ? "upstream_timeout" : "upstream_error";
    throw new Stop(`${error.message} Push again to go on.`, code);
  }
  const first = Math.min(longestPauseMs, worker.context.config.pushSettleMs);
  await pause(first * 2 ** (attempt - 1), undefined, { signal: worker.job.signal });
}

/** A tracker that asks to wait for no time at all is not asked again at once. */
const shortestWaitSeconds = 1;
const longestWaitSeconds = 86_400;

/** As long as the tracker asked for, but a day at most; where it gave no number, no call leaves for a minute or more. */
export async function waitForLimit(worker: OpenWorker, error: TrackerError): Promise<never> {
  const { workspace_id: workspaceId, connection_id: connectionId } = worker.push;
  const input = { workspaceId, connectionId };
  const seconds =
    error.retryAfterSeconds ??
    ((await worker.context.writer.run({ name: backOff.name, actor: null, input })).body as number);
  const wait = Math.min(Math.max(seconds, shortestWaitSeconds), longestWaitSeconds);
  return sleep(worker, wait, error.message);
}

/** Whether the target can be pushed to; if not, the push ends with the reason. */
export async function requireTarget(worker: OpenWorker, most = tries): Promise<Checked> {
  try {
    return await patiently(worker, () => worker.tracker.check(worker.push.target), most);
  } catch (error) {
    if (error instanceof TrackerError) throw new Stop(error.message, "upstream_error");
    throw error;
  }
}

export const gone =
  "Its issue is no longer there: it was deleted or moved in the tracker. It is not made again.";
