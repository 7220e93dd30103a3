import type { Outcome, TrackerError } from "../../../trackers/tracker.ts";
import { recordOutcomes } from "../outcomes/record-outcomes.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";
import { type ConnectedWork, commit, PushAborted } from "../work.ts";
import { requireTarget } from "./retry.ts";

interface Refused {
  position: number;
  error: TrackerError;
  /** True if an earlier create may still turn up. */
  unanswered?: boolean;
}

export const rejectedOf = (
  finals: readonly { intent: { position: number }; outcome: Outcome }[],
): Refused[] =>
  finals.flatMap(({ intent: { position }, outcome }) =>
    outcome.done ? [] : [{ position, error: outcome.error }],
  );

/**
 * Ends the push for a refused key or target; otherwise fails each step. An invalid link is not retried until
 * it changes.
 */
export async function recordRejected(
  work: ConnectedWork,
  refused: readonly Refused[],
  isLink = false,
): Promise<void> {
  if (refused.length === 0) return;
  // The calls were not executed, even if the push ends here.
  const later = refused.map(
    ({ position, unanswered = false }): StepOutcome => ({ outcome: "postponed", position, unanswered }),
  );
  await commit(work, recordOutcomes, { stepOutcomes: later });
  const ended = refused.find(({ error: { code } }) => code === "ended");
  if (ended) throw ended.error;
  const whole = refused.find(({ error: { code } }) => code === "credential" || code === "access");
  if (whole) throw new PushAborted(whole.error.message, whole.error.reason);
  // In a hidden target all issues look deleted; in an archived one all calls look invalid.
  await requireTarget(work);
  const isSettled = ({ error }: Refused) => isLink && error.code === "invalid";
  const stepOutcomes = refused.map((one): StepOutcome => {
    const { position, error, unanswered = false } = one;
    if (isSettled(one)) return { outcome: "notAccepted", position, error: error.message };
    return { outcome: "refused", position, error: error.message, unanswered };
  });
  await commit(work, recordOutcomes, { stepOutcomes });
}
