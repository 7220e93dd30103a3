import { useEffect, useState } from "react";

/** The milliseconds after which the page counts as idle, however busy it is. */
const longest = 2_000;
/** Browsers that do not tell are taken for idle after this time, in milliseconds. */
const usual = 300;

/** Does something once the page has nothing else to do, unless the returned function is called before. */
export function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(act, usual);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(act, { timeout: longest });
  return () => cancelIdleCallback(asked);
}

/** Tells whether the page has had nothing to do since the component was shown. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
