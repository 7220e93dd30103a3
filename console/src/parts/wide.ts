import { useSyncExternalStore } from "react";

/** The width from which on something stands beside the sheet: `--breakpoint-side`. */
const wide = matchMedia("(min-width: 73.75rem)");

const subscribe = (listener: () => void) => {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
};

/** Tells whether the window is wide enough for what stands beside the sheet. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
