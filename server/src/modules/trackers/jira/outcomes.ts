import { outcomes } from "../concurrent.ts";
import { type Outcome, TrackerError } from "../tracker.ts";

const atOnce = 8;

/**
 * Writes things one by one, several at a time. Returns their outcomes in the order of the list. Stops at a refused
 * credential, as Jira locks out who repeats it.
 */
export const each = <T>(things: readonly T[], write: (thing: T) => Promise<Outcome>): Promise<Outcome[]> =>
  outcomes(things, atOnce, ["credential"], write);

export const done = (caveats: string[] = []): Outcome => ({ done: true, remote: null, caveats });

export const refused = (message: string) => new TrackerError("refused", "invalid", message);
