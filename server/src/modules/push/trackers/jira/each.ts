import { type Outcome, TrackerError } from "../tracker.ts";

const atOnce = 8;

/** Things that are written one by one, several at a time; each has its own outcome, in the order of the list. */
export async function each<T>(
  things: readonly T[],
  write: (thing: T) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = things.entries();
  // Jira locks out who comes back with a wrong credential again and again.
  let rejected: TrackerError | null = null;
  const worker = async () => {
    for (const [index, thing] of waiting) {
      try {
        if (rejected) throw rejected;
        outcomes[index] = await write(thing);
      } catch (error) {
        if (!(error instanceof TrackerError)) throw error;
        if (error.code === "credential") rejected = error;
        outcomes[index] = { done: false, error };
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  return outcomes;
}

export const done = (caveats: string[] = []): Outcome => ({ done: true, seen: null, caveats });

export const refused = (message: string) => new TrackerError("refused", "invalid", message);
