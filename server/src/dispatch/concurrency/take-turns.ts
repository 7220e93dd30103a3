import { setImmediate } from "node:timers/promises";

/** Milliseconds before yielding. */
const longestTurn = 10;

/**
 * Returns a function for long work to call between steps, which yields to other requests when its turn is
 * over.
 */
export function takeTurns(): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn <= longestTurn) return;
    await setImmediate();
    turn = performance.now();
  };
}
