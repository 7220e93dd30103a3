import { useEffect, useState } from "react";

/** The milliseconds after which the page counts as idle, however busy it is. */
const longest = 2_000;
/** Browsers that do not tell are taken for idle after this time, in milliseconds. */
const usual = 300;

/**
 * Does something once a frame is drawn and the page has nothing else to do, unless the returned function is called before. A
 * page that is hidden draws no frame, and waits for the time.
 */
export function whenIdle(act: () => void): () => void {
  const tells = "requestIdleCallback" in globalThis;
  let asked: number | undefined;
  const frame = requestAnimationFrame(() => {
    if (tells) asked = requestIdleCallback(run);
  });
  const timer = setTimeout(run, tells ? longest : usual);
  function end() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    if (asked !== undefined) cancelIdleCallback(asked);
  }
  function run() {
    end();
    act();
  }
  return end;
}

/** Tells whether the page has had nothing to do since the component was shown. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
