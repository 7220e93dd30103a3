import type { FailureReason } from "@groundplan/contract";
import type { Command } from "../../../dispatch/commands.ts";
import { type JobRun, RunLater } from "../../../jobs/runner.ts";
import type { DataKey } from "../../../secrets/data-key.ts";
import type { Context } from "../../context.ts";
import type { Tracker } from "../../trackers/tracker.ts";
import type { PushRow } from "../ledger/pushes.ts";
import type { KeysOf } from "../ledger/texts.ts";
import type { People } from "../results/people.ts";
import { type Fence, lost } from "./fenced.ts";
import { recordWait } from "./waits.ts";
import { cancelled } from "./why-stop.ts";

export interface PushWork {
  context: Context;
  push: PushRow;
  job: JobRun;
}

export interface ConnectedWork extends PushWork {
  tracker: Tracker;
  dataKey: DataKey;
  keysOf: KeysOf;
  people: People;
  /** The tracker's clock minus ours. */
  clockAheadMs: number;
  /** The tracker ids of issues seen or created by this process, not rechecked as parents. */
  confirmedIds: Set<string>;
}

/** Ends the push. The message has the reason and the remedy. */
export class PushAborted extends Error {
  readonly reason: FailureReason | null;
  constructor(sentence: string, reason: FailureReason | null = null) {
    super(sentence);
    this.reason = reason;
  }
}

/** Puts the push to sleep. The message has the level. */
export class SwitchedOff extends Error {}

/** Thrown if another worker took over or the plan is gone. */
export class LostClaim extends Error {}

/** Throws `LostClaim` if another worker took over. */
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

/** Longer sleeps are split, to notice a cancellation. */
const longestPieceSeconds = 3600;

/** Puts the push to sleep; its job runs again later, here or elsewhere. `why` is a message for users. */
export async function reschedule(work: ConnectedWork, seconds: number, why: string): Promise<never> {
  const isCancelled = await commit(work, recordWait, { seconds, why, quota: work.tracker.quota });
  // A cancellation before the wait was recorded found no sleeping job to wake.
  if (isCancelled) throw new PushAborted(cancelled);
  throw new RunLater(Math.min(seconds, longestPieceSeconds), why);
}

/**
 * Returns true if another worker may have taken over, so that a call could carry outdated content. Times are
 * monotonic; a lease is renewed each third of its duration.
 */
export const isStale = ({ context }: PushWork, intentsRecordedAt: number): boolean =>
  performance.now() - intentsRecordedAt > (context.config.jobLeaseSeconds * 1000) / 3;
