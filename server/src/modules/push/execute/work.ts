import type { FailureReason } from "@groundplan/contract";
import type { Command } from "../../../dispatch/commands.ts";
import { type JobRun, RunLater } from "../../../jobs/runner.ts";
import type { DataKey } from "../../../secrets/data-key.ts";
import type { Context } from "../../context.ts";
import type { Tracker } from "../../trackers/tracker.ts";
import type { PushRow } from "../ledger/pushes.ts";
import type { KeysOf } from "../ledger/texts.ts";
import { type Fence, lost } from "./fenced.ts";
import { recordWait } from "./waits.ts";
import { cancelled } from "./why-stop.ts";

/** A push that this process carries out. */
export interface PushWork {
  context: Context;
  push: PushRow;
  job: JobRun;
}

/** A push with its tracker open. */
export interface ConnectedWork extends PushWork {
  tracker: Tracker;
  dataKey: DataKey;
  keysOf: KeysOf;
  /** The milliseconds by which the tracker's clock is ahead of ours. */
  clockAheadMs: number;
  /**
   * The tracker's ids of issues that this process has seen or made: they are not checked again before things go under
   * them.
   */
  confirmedIds: Set<string>;
}

/** Ends the push where it is. The message says why and what to do. */
export class PushAborted extends Error {
  /** The class of the failure where the tracker is the reason. */
  readonly reason: FailureReason | null;
  constructor(sentence: string, reason: FailureReason | null = null) {
    super(sentence);
    this.reason = reason;
  }
}

/** Lets the push sleep where it is: its tracker is switched off. The message says where. */
export class SwitchedOff extends Error {}

/** Thrown where another worker carries this push on, or its plan is gone: nothing is left to do here. */
export class LostClaim extends Error {}

/** Runs a command of this push. Throws `LostClaim` where another worker carries it on. */
export async function commit<I, O>(
  { context, push, job }: PushWork,
  command: Pick<Command<I & Fence, O | typeof lost>, "name" | "run">,
  input: I,
): Promise<O> {
  const fence: Fence = { workspaceId: push.workspace_id, pushId: push.id, claim: job.claim };
  const answer = await context.writer.run(command, { ...input, ...fence });
  if (answer === lost) throw new LostClaim("another worker carries this push out");
  return answer;
}

/** A longer sleep is split, so that the push sees in between whether it was cancelled. */
const longestPieceSeconds = 3600;

/** Lets the push sleep: its job runs again later, in this process or another. `why` is a sentence for people. */
export async function reschedule(work: ConnectedWork, seconds: number, why: string): Promise<never> {
  const isCancelled = await commit(work, recordWait, { seconds, why, quota: work.tracker.quota });
  // A cancel that came before the wait was recorded found no sleeping job to wake.
  if (isCancelled) throw new PushAborted(cancelled);
  throw new RunLater(Math.min(seconds, longestPieceSeconds), why);
}

/**
 * Returns true where intents are so old that another worker may have gone on meanwhile: a call that leaves now could
 * carry older content than that one's. Times are of the monotonic clock; a lease is renewed each third of it.
 */
export const isStale = ({ context }: PushWork, intentsRecordedAt: number): boolean =>
  performance.now() - intentsRecordedAt > (context.config.jobLeaseSeconds * 1000) / 3;
