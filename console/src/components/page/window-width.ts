import { useSyncExternalStore } from "react";

/** Returns a hook for a window width, as in `app.css`. */
function atLeast(width: string): () => boolean {
  const query = matchMedia(`(min-width: ${width})`);
  const subscribe = (listener: () => void) => {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** `--breakpoint-rail`. */
export const useHasRail = atLeast("56.25rem");

/** `--breakpoint-side`. */
export const useIsWide = atLeast("73.75rem");
