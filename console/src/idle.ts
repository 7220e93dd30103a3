import { startTransition, useEffect, useState } from "react";

/** The milliseconds after which a busy page counts as idle. */
const longest = 2_000;
/** The delay, in milliseconds, in browsers without `requestIdleCallback`. */
const usual = 300;

/** The callbacks of the next frame; null if none is scheduled. */
let waiting: Set<() => void> | null = null;

/**
 * Runs a callback after the next frame when the page is idle; returns a cancel function. Hidden pages draw no
 * frame and use the timeout. Callbacks of one frame run together.
 */
export function whenIdle(act: () => void): () => void {
  const acts = waiting ?? begin();
  // Wrapped, so that the same function can be scheduled and canceled twice.
  const one = () => act();
  acts.add(one);
  return () => acts.delete(one);
}

function begin(): Set<() => void> {
  const acts = new Set<() => void>();
  waiting = acts;
  const tells = "requestIdleCallback" in globalThis;
  let asked: number | undefined;
  const frame = requestAnimationFrame(() => {
    waiting = null;
    if (tells) asked = requestIdleCallback(run);
  });
  const timer = setTimeout(run, tells ? longest : usual);
  function run() {
    if (waiting === acts) waiting = null;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    if (asked !== undefined) cancelIdleCallback(asked);
    for (const act of acts)
      try {
        act();
      } catch (error) {
        reportError(error); // The rest still runs.
      }
  }
  return acts;
}

/** Becomes true, in a transition, once the page is idle after mount. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return isIdle;
}
