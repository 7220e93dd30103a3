import type { TextRange } from "./quotes.ts";

/** Tests that ranges are ordered and disjoint. */
export const areInOrder = (parts: readonly TextRange[]): boolean =>
  parts.every(({ start, end }, n) => (parts[n - 1]?.end ?? 0) <= start && start <= end);
