import { setTimeout as pause } from "node:timers/promises";
import { backOff } from "../../../trackers/limits/limit-rows.ts";
import { longestWaitSeconds } from "../../../trackers/retry-after.ts";
import { type Outcome, type TargetState, TrackerError } from "../../../trackers/tracker.ts";
import { type ConnectedWork, PushAborted, reschedule } from "../work.ts";

const tries = 5;
const longestPauseMs = 1000;

/** Retries an idempotent call while its outcome is unknown. Rethrows refusals. */
export async function withRetries<T>(work: ConnectedWork, run: () => Promise<T>, most = tries): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TrackerError) || error.outcome === "refused") throw error;
      if (error.outcome === "not_executed") await waitForLimit(work, error);
      await pauseOrStop(work, error, attempt, most);
    }
  }
}

/** Retries a call about several items; `record` receives the final outcomes. */
export async function eachWithRetries<W>(
  work: ConnectedWork,
  intents: readonly W[],
  call: (intents: readonly W[]) => Promise<Outcome[]>,
  record: (ended: { intent: W; outcome: Outcome }[]) => Promise<void>,
): Promise<void> {
  for (let left = intents, attempt = 1; left.length > 0; attempt++) {
    const outcomes = await call(left).catch((error) => failures(left, error));
    const all = left.map((intent, index) => ({ intent, outcome: outcomes[index] ?? notAnswered }));
    const isOpen = ({ outcome }: { outcome: Outcome }) =>
      !outcome.done && outcome.error.outcome !== "refused";
    await record(all.filter((one) => !isOpen(one)));
    const open = all.filter(isOpen);
    const errors = open.flatMap(({ outcome }) => (outcome.done ? [] : [outcome.error]));
    const limit = errors.find((error) => error.outcome === "not_executed");
    if (limit) await waitForLimit(work, limit);
    if (errors[0]) await pauseOrStop(work, errors[0], attempt, tries);
    left = open.map(({ intent }) => intent);
  }
}

export function failures(
  intents: readonly unknown[],
  error: unknown,
): { done: false; error: TrackerError }[] {
  if (!(error instanceof TrackerError)) throw error;
  return intents.map(() => ({ done: false, error }));
}

/** An item missing from the tracker's answer. */
export const notAnswered = {
  done: false as const,
  error: new TrackerError("unknown", "unreachable", "The tracker did not confirm the result."),
};

async function pauseOrStop(work: ConnectedWork, error: TrackerError, attempt: number, most: number) {
  if (attempt >= most) {
    throw new PushAborted(`${error.message} Push again to go on.`, error.reason);
  }
  const first = Math.min(longestPauseMs, work.context.config.pushSettleMs);
  await pause(first * 2 ** (attempt - 1), undefined, { signal: work.job.signal });
}

/** The minimum wait, if the stated time has already come. */
const shortestWaitSeconds = 1;

/**
 * Sleeps as long as the tracker asked, a day at most. Without a number, no call leaves for at least a minute.
 */
export async function waitForLimit(work: ConnectedWork, error: TrackerError): Promise<never> {
  const { workspace_id: workspaceId, connection_id: connectionId } = work.push;
  const input = { workspaceId, connectionId };
  const seconds = error.retryAfterSeconds ?? (await work.context.writer.run(backOff, input));
  const wait = Math.min(Math.max(seconds, shortestWaitSeconds), longestWaitSeconds);
  return reschedule(work, wait, error.message);
}

/** Ends the push with the reason if the target can't be pushed to. */
export async function requireTarget(work: ConnectedWork, most = tries): Promise<TargetState> {
  try {
    return await withRetries(work, () => work.tracker.check(work.push.target), most);
  } catch (error) {
    if (!(error instanceof TrackerError) || error.code === "ended") throw error;
    throw new PushAborted(error.message, error.reason);
  }
}
