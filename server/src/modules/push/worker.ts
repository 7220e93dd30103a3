import type { Context } from "../../context.ts";
import type { Command } from "../../dispatch/handlers.ts";
import { type JobRun, RunLater } from "../../jobs/runner.ts";
import type { DataKey } from "../../secrets/data-key.ts";
import { cancelled, type Fence, lost } from "./fenced.ts";
import type { RunRow } from "./runs.ts";
import type { Tracker } from "./trackers/tracker.ts";
import { noteWait } from "./waits.ts";

/** A push at work in this process. */
export interface Worker {
  context: Context;
  push: RunRow;
  job: JobRun;
}

/** A worker with its tracker open. `aheadMs`: how far its clock is ahead of ours. */
export interface OpenWorker extends Worker {
  tracker: Tracker;
  dataKey: DataKey;
  aheadMs: number;
}

/** Ends the push where it is. The sentence says why and what to do. */
export class Stop extends Error {
  readonly errorCode: "upstream_error" | "upstream_timeout" | null;
  constructor(sentence: string, errorCode: Stop["errorCode"] = null) {
    super(sentence);
    this.errorCode = errorCode;
  }
}

/** Another worker has gone on with this push, or its plan is gone: nothing is left to do here. */
export class LostClaim extends Error {}

/** Runs a command of this push; a worker that lost its claim ends here. */
export async function commit<I extends Fence, O>(
  { context, push, job }: Worker,
  { name }: Command<I, O>,
  input: Omit<I, keyof Fence>,
): Promise<Exclude<O, typeof lost>> {
  const fence: Fence = { workspaceId: push.workspace_id, runId: push.id, claim: job.claim };
  const { body } = await context.writer.run({ name, actor: null, input: { ...input, ...fence } });
  if (body === lost) throw new LostClaim("another worker carries this push out");
  return body as Exclude<O, typeof lost>;
}

/** A longer sleep is slept in pieces, so that what has become of the push meanwhile is seen. */
const longestPieceSeconds = 3600;

/** Lets the push sleep: its job runs again later, in this process or another. `why` is a sentence for people. */
export async function sleep(worker: OpenWorker, seconds: number, why: string): Promise<never> {
  const isCancelled = await commit(worker, noteWait, { seconds, why, quota: worker.tracker.quota });
  // Whoever cancelled it before the wait was noted found no sleeping job to wake.
  if (isCancelled) throw new Stop(cancelled);
  throw new RunLater(Math.min(seconds, longestPieceSeconds), why);
}

/**
 * Whether an intent is so old that another worker may have gone on meanwhile: what leaves now could be older than what
 * that one sent. By the monotonic clock; a lease is renewed each third of it.
 */
export const isStale = ({ context }: Worker, askedAt: number): boolean =>
  performance.now() - askedAt > (context.config.jobLeaseSeconds * 1000) / 3;
