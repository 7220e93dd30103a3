import type { Place } from "./quotes.ts";

/** Returns true where parts of a text are in its order, and none overlaps another. */
export const areInOrder = (parts: readonly Place[]): boolean =>
  parts.every(({ start, end }, n) => (parts[n - 1]?.end ?? 0) <= start && start <= end);
