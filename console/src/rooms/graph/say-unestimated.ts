import type { GraphNode } from "@groundplan/contract";

/** Returns true for a spec whose effort counts in a sum of what is left. */
export const isLeft = ({ status }: GraphNode): boolean => status === "TODO" || status === "IN_PROGRESS";

/** Says beside a sum of efforts how many of its specs count as 3 because nobody has estimated them. */
export const sayUnestimated = (unestimated: number, all: number): string =>
  `${unestimated.toLocaleString("en")} of ${all.toLocaleString("en")} not estimated`;
