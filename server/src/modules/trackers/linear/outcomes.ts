import { type Outcome, TrackerError } from "../tracker.ts";

/** Rethrows errors that aren't the tracker's. */
export function failed(error: unknown): { done: false; error: TrackerError } {
  if (error instanceof TrackerError) return { done: false, error };
  throw error;
}

/** Throws if all failed for a common reason. */
export function throwIfAllFailed<T extends Outcome | { done: true } | { done: false; error: TrackerError }>(
  outcomes: T[],
): T[] {
  const errors = outcomes.flatMap((outcome) => (outcome.done ? [] : outcome.error));
  const [first] = errors;
  const isWhole = errors.length === outcomes.length && errors.every(({ code }) => code === first?.code);
  if (first && isWhole && first.code !== "invalid" && first.code !== "missing") throw first;
  return outcomes;
}
