import { startTransition, useEffect, useState } from "react";

/** The milliseconds after which the page counts as idle, however busy it is. */
const longest = 2_000;
/** Browsers that do not tell are taken for idle after this time, in milliseconds. */
const usual = 300;

/** These acts wait for the next frame, and then for the page to have nothing else to do. It is null where none waits for a frame. */
let waiting: Set<() => void> | null = null;

/**
 * Does something once a frame is drawn and the page has nothing else to do, unless the returned function is called before. A
 * page that is hidden draws no frame, and waits for the time. What is to be done after the same frame is done together.
 */
export function whenIdle(act: () => void): () => void {
  const acts = waiting ?? begin();
  // Two parts of the page may give the same function, and each of them waits and ends its waiting for itself.
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
        reportError(error); // The others are done all the same.
      }
  }
  return acts;
}

/** Tells whether the page has had nothing to do since the component was shown. What waits for it is rendered in pieces. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return isIdle;
}
