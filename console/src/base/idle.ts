import { startTransition, useEffect, useState } from "react";

/** A page counts as idle after this many milliseconds, however busy. */
const longest = 2_000;
/** In milliseconds, without `requestIdleCallback`. */
const usual = 300;

/** Null if no frame is awaited. */
let waiting: Set<() => void> | null = null;

/**
 * Runs a callback after the next frame when idle, together with others; returns a cancel function. Hidden
 * pages draw no frame and use the timeout.
 */
export function whenIdle(act: () => void): () => void {
  const acts = waiting ?? begin();
  // One function may be scheduled twice and canceled separately.
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

/** True once the page is idle after mount. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return isIdle;
}
