import { setImmediate } from "node:timers/promises";

/** The milliseconds after which other requests get their turn. */
const longestTurn = 10;

/** Returns a function for long work to call between two pieces: once a turn is over, it lets other requests go on. */
export function takeTurns(): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn <= longestTurn) return;
    await setImmediate();
    turn = performance.now();
  };
}
