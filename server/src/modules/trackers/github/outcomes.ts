import { outcomes } from "../concurrent.ts";
import type { Outcome } from "../tracker.ts";
import { labelsNotTaken } from "./items/labels.ts";

/** Returns outcomes in order. Stops at a rate limit or a refused key. */
export const each = <T>(
  items: readonly T[],
  most: number,
  write: (item: T) => Promise<Outcome>,
): Promise<Outcome[]> => outcomes(items, most, ["limited", "credential"], write);

export const done = (left: string | null = null): Outcome => ({
  done: true,
  remote: null,
  caveats: [],
  ...(left === null ? {} : { left }),
});

/** Drops repeated caveats about the account. */
export function eachSentenceOnce() {
  let isReported = false;
  return <T extends Outcome>(outcome: T): T => {
    if (!outcome.done || !outcome.caveats.includes(labelsNotTaken)) return outcome;
    const caveats = isReported
      ? outcome.caveats.filter((caveat) => caveat !== labelsNotTaken)
      : outcome.caveats;
    isReported = true;
    return { ...outcome, caveats };
  };
}
