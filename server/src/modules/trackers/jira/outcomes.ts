import { outcomes } from "../concurrent.ts";
import { type Outcome, TrackerError } from "../tracker.ts";

const atOnce = 8;

/** Returns outcomes in order. Stops at a refused credential, since Jira locks out repeated attempts. */
export const each = <T>(items: readonly T[], write: (item: T) => Promise<Outcome>): Promise<Outcome[]> =>
  outcomes(items, atOnce, ["credential"], write);

export const done = (caveats: string[] = []): Outcome => ({ done: true, remote: null, caveats });

export const refused = (message: string) => new TrackerError("refused", "invalid", message);
