import type { GraphNode, getGraph, Reply } from "@groundplan/contract";

export type Graph = Reply<typeof getGraph>;

/** Returns the handle of a node as the graph's lists and edges name it. */
export const keyOf = ({ planShortId, specShortId }: GraphNode, here: string): string =>
  planShortId === here ? specShortId : `${planShortId}/${specShortId}`;
