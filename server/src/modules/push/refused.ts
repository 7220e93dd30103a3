import { type Ended, noteEnds } from "./outcomes.ts";
import { gone, requireTarget } from "./patiently.ts";
import type { Outcome, TrackerError } from "./trackers/tracker.ts";
import { commit, type OpenWorker, Stop } from "./worker.ts";

interface Refused {
  position: number;
  error: TrackerError;
  /** An earlier create may still turn up. */
  unanswered?: boolean;
}

export const refusedOf = (finals: readonly { work: { position: number }; outcome: Outcome }[]): Refused[] =>
  finals.flatMap(({ work: { position }, outcome }) =>
    outcome.done ? [] : [{ position, error: outcome.error }],
  );

/**
 * Notes calls that were refused. A refused key or target ends the push; else each is left out, with the reason. A
 * link that is not valid is not tried again until it changes.
 */
export async function noteRefused(
  worker: OpenWorker,
  refused: readonly Refused[],
  isLink = false,
): Promise<void> {
  if (refused.length === 0) return;
  const ends = (state: "planned" | "skipped" | "failed", some: readonly Refused[]) =>
    some.map(({ position, error, unanswered = false }): Ended => {
      const sentence = isLink && error.code === "missing" ? gone : error.message;
      return { how: "notSent", position, state, error: state === "planned" ? null : sentence, unanswered };
    });
  // Nothing of them happened, also where the push ends here.
  await commit(worker, noteEnds, { ends: ends("planned", refused) });
  const whole = refused.find(({ error: { code } }) => code === "credential" || code === "access");
  if (whole) throw new Stop(whole.error.message, "upstream_error");
  // A target that is hidden now looks like issues that were deleted, an archived one like what is not valid.
  await requireTarget(worker);
  const isSettled = ({ error }: Refused) => isLink && error.code === "invalid";
  const settled = ends("skipped", refused.filter(isSettled));
  const failed = ends(
    "failed",
    refused.filter((one) => !isSettled(one)),
  );
  await commit(worker, noteEnds, { ends: [...settled, ...failed] });
}
