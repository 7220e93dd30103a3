import { outcomes } from "../concurrent.ts";
import { type Outcome, TrackerError } from "../tracker.ts";

const atOnce = 8;

/**
 * Things that are written one by one, several at a time; each has its own outcome, in the order of the list. Jira
 * locks out who comes back with a wrong credential again and again.
 */
export const each = <T>(things: readonly T[], write: (thing: T) => Promise<Outcome>): Promise<Outcome[]> =>
  outcomes(things, atOnce, ["credential"], write);

export const done = (caveats: string[] = []): Outcome => ({ done: true, seen: null, caveats });

export const refused = (message: string) => new TrackerError("refused", "invalid", message);
