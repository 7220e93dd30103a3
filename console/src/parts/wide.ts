import { useSyncExternalStore } from "react";

/** Returns a hook that tells whether the window is as wide as one of the breakpoints of `app.css`. */
function atLeast(width: string): () => boolean {
  const query = matchMedia(`(min-width: ${width})`);
  const subscribe = (listener: () => void) => {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** Tells whether the window is wide enough for the rail: `--breakpoint-rail`. */
export const useHasRail = atLeast("56.25rem");

/** Tells whether the window is wide enough for what stands beside the sheet: `--breakpoint-side`. */
export const useIsWide = atLeast("73.75rem");
