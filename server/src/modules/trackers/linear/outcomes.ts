import { type Outcome, TrackerError } from "../tracker.ts";

/** Returns a failure as the outcome of one thing. Other errors than the tracker's are ours, and thrown. */
export function failed(error: unknown): { done: false; error: TrackerError } {
  if (error instanceof TrackerError) return { done: false, error };
  throw error;
}

/**
 * Returns the outcomes. Throws where all failed for a reason that is not one thing's own: then the call failed as a
 * whole.
 */
export function throwIfAllFailed<T extends Outcome | { done: true } | { done: false; error: TrackerError }>(
  outcomes: T[],
): T[] {
  const errors = outcomes.flatMap((outcome) => (outcome.done ? [] : outcome.error));
  const [first] = errors;
  const isWhole = errors.length === outcomes.length && errors.every(({ code }) => code === first?.code);
  if (first && isWhole && first.code !== "invalid" && first.code !== "missing") throw first;
  return outcomes;
}
