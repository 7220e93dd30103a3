import type { GraphNode, getGraph, Reply } from "@groundplan/contract";

export type Graph = Reply<typeof getGraph>;

/** Returns a node's handle as the graph's edges use it. */
export const keyOf = ({ planShortId, specShortId }: GraphNode, here: string): string =>
  planShortId === here ? specShortId : `${planShortId}/${specShortId}`;
