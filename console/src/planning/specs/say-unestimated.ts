import type { GraphNode } from "@groundplan/contract";

/** Tells whether a spec counts as remaining effort. */
export const isLeft = ({ status }: GraphNode): boolean => status === "TODO" || status === "IN_PROGRESS";

/** Counts unestimated specs, which count as 3. */
export const sayUnestimated = (unestimated: number, all: number): string =>
  `${unestimated.toLocaleString("en")} of ${all.toLocaleString("en")} not estimated`;
