import { type Outcome, TrackerError, type TrackerErrorCode } from "./tracker.ts";

/**
 * Runs at most `most` calls at once and returns results in order. The first failure stops further calls and
 * is thrown.
 */
export async function pooled<T, R>(
  list: readonly T[],
  most: number,
  run: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = list.entries();
  let failure: { error: unknown } | null = null;
  const work = async () => {
    for (const [index, one] of queue) {
      if (failure) return;
      try {
        results[index] = await run(one);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, list.length) }, work));
  if (failure) throw (failure as { error: unknown }).error;
  return results;
}

/**
 * Returns each item's outcome. All unsent items share an error with an `ending` code; earlier outcomes stay.
 */
export function outcomes<T>(
  list: readonly T[],
  most: number,
  ending: readonly TrackerErrorCode[],
  run: (one: T) => Promise<Outcome>,
): Promise<Outcome[]> {
  let end: Outcome | null = null;
  return pooled(list, most, async (item) => {
    if (end) return end;
    try {
      return await run(item);
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      const outcome: Outcome = { done: false, error };
      if (ending.includes(error.code)) end = outcome;
      return outcome;
    }
  });
}
