import { outcomes } from "../concurrent.ts";
import type { Outcome } from "../tracker.ts";
import { labelsNotTaken } from "./items/labels.ts";

/**
 * Writes things one by one, so many at a time. Returns their outcomes in the order of the list. Stops once GitHub
 * asked to slow down or no longer takes the key.
 */
export const each = <T>(
  things: readonly T[],
  most: number,
  write: (thing: T) => Promise<Outcome>,
): Promise<Outcome[]> => outcomes(things, most, ["limited", "credential"], write);

export const done = (left: string | null = null): Outcome => ({
  ...{ done: true, remote: null, caveats: [] },
  ...(left === null ? {} : { left }),
});

/**
 * Returns a filter that lets each sentence through once: what is true of the account is not repeated for each issue.
 */
export function eachSentenceOnce() {
  let isTold = false;
  return <T extends Outcome>(outcome: T): T => {
    if (!outcome.done || !outcome.caveats.includes(labelsNotTaken)) return outcome;
    const caveats = isTold ? outcome.caveats.filter((caveat) => caveat !== labelsNotTaken) : outcome.caveats;
    isTold = true;
    return { ...outcome, caveats };
  };
}
