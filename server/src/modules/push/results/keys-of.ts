import { type Tracker, TrackerError } from "../../trackers/tracker.ts";
import type { KeysOf } from "../ledger/texts.ts";

/** Fetches a tracker's keys once, on first need; null if refused. `attempt` may retry the call. */
export function keysOf(
  { keys }: Pick<Tracker, "keys">,
  attempt: (ask: KeysOf) => ReturnType<KeysOf> = (ask) => ask(),
): KeysOf {
  let asked: ReturnType<KeysOf> | undefined;
  const read = async () => {
    try {
      return keys ? await attempt(keys) : null;
    } catch (error) {
      if (error instanceof TrackerError && error.outcome === "refused") return null;
      throw error;
    }
  };
  return () => {
    asked ??= read();
    return asked;
  };
}
