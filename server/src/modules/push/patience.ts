import { setTimeout as pause } from "node:timers/promises";
import { TrackerError } from "./trackers/tracker.ts";
import { Stop, sleep, type Worker } from "./worker.ts";

const longestPauseMs = 1000;
const withoutNumberSeconds = 60;

/**
 * A call that may be repeated, tried a few times while its outcome is unknown. What the tracker refuses reaches
 * the caller.
 */
export async function patiently<T>(worker: Worker, tries: number, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TrackerError) || error.outcome === "refused") throw error;
      if (error.outcome === "not_executed") await waitForLimit(worker, error, 1);
      if (attempt >= tries) throw unanswered(error);
      const first = Math.min(longestPauseMs, worker.context.config.pushSettleMs);
      await pause(first * 2 ** (attempt - 1), undefined, { signal: worker.job.signal });
    }
  }
}

/** As long as the tracker asked for; where it gave no number a minute, and longer each time. */
export function waitForLimit(worker: Worker, error: TrackerError, attempt: number): Promise<never> {
  const seconds = error.retryAfterSeconds ?? withoutNumberSeconds * 2 ** (attempt - 1);
  return sleep(worker, seconds, error.message);
}

const unanswered = (error: TrackerError) =>
  new Stop(
    `${error.message} Push again to go on.`,
    error.code === "timeout" ? "upstream_timeout" : "upstream_error",
  );
