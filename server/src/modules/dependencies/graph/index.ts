import type { SpecStatus } from "@groundplan/contract";
import { findCriticalPath } from "./critical-path.ts";
import { findCycles } from "./cycles.ts";
import { at, linkNodes } from "./links.ts";
import { findSchedule } from "./schedule.ts";
import { findWaves, noWave } from "./waves.ts";

/** An id; numbers are looked up several times as fast as strings that were just read. */
export type NodeId = string | number;

export interface GraphNode {
  readonly id: NodeId;
  /** The effort, from 1 to 5. */
  readonly effort: number | null;
  readonly status: SpecStatus;
  /**
   * True for a node without work of its own, which stands between many nodes that need and many that are needed, so
   * that the number of their edges is a sum and not a product. It takes no effort, is no step of a wave, and appears in
   * no list of the answer.
   */
  readonly joint?: boolean;
}

/** An edge: `from` needs `to` first. */
export interface GraphEdge {
  readonly from: NodeId;
  readonly to: NodeId;
}

/** The place of a node. A finished node, and one that a cycle keeps from being built, has neither wave nor slack. */
export interface NodePlace {
  /** The wave, from 0, which can be built now. */
  wave: number | null;
  /** The slack in effort units. */
  slack: number | null;
  /** True when it has no slack: a delay of it delays the whole. */
  critical: boolean;
}

/** The result. Lists are in the order in which the nodes were given; the critical path is in building order. */
export interface Graph<N> {
  /** The places, one per node. */
  places: NodePlace[];
  waves: N[][];
  criticalPath: N[];
  /** The nodes that are not finished and whose needs all are. */
  next: N[];
  /** The groups of nodes that need each other in a circle, which the API prevents. */
  cycles: N[][];
}

const effortUnlessGiven = 3;

/**
 * Computes what can be built at once, what is next, and what decides how long the whole takes, by the rules of
 * `docs/decisions/graph.md`. Edges to unknown ids don't count; each id occurs once. Takes time in proportion to nodes
 * and edges; never throws.
 */
export function computeGraph<N extends GraphNode>(
  nodes: readonly N[],
  edges: readonly GraphEdge[],
): Graph<N> {
  const open = nodes.filter(isOpen);
  const { needs, neededBy } = linkNodes(open, edges);
  const efforts = new Int32Array(open.map((node) => (node.joint ? 0 : (node.effort ?? effortUnlessGiven))));
  const sizes = new Int32Array(open.map((node) => (node.joint ? 0 : 1)));
  const { waves, order } = findWaves(needs, neededBy, sizes);
  const schedule = findSchedule(order, efforts, needs);
  const cycles = order.length < open.length ? findCycles(waves, needs, neededBy) : [];
  const nodesAt = (indexes: readonly number[]) =>
    indexes.map((index) => open[index] as N).filter((node) => !node.joint);
  const byWave = groupByWave(open, waves);
  let index = 0;
  const places = nodes.map((node) => (isOpen(node) ? nodePlace(index++, waves, schedule.slacks) : nowhere()));
  return {
    places,
    waves: byWave,
    criticalPath: nodesAt(findCriticalPath(schedule, efforts, neededBy)),
    next: byWave[0] ?? [],
    cycles: cycles.map(nodesAt).filter((cycle) => cycle.length > 0),
  };
}

/** Returns true unless the node is done or cancelled: nothing waits for those. */
export function isOpen(node: Pick<GraphNode, "status">): boolean {
  return node.status !== "DONE" && node.status !== "CANCELLED";
}

function groupByWave<N extends GraphNode>(nodes: readonly N[], waves: Int32Array): N[][] {
  const groups: N[][] = [];
  for (const [index, node] of nodes.entries()) {
    const wave = at(waves, index);
    if (wave === noWave || node.joint) continue;
    while (groups.length <= wave) groups.push([]);
    groups[wave]?.push(node);
  }
  return groups;
}

function nodePlace(index: number, waves: Int32Array, slacks: Int32Array): NodePlace {
  const wave = at(waves, index);
  if (wave === noWave) return nowhere();
  const slack = at(slacks, index);
  return { wave, slack, critical: slack === 0 };
}

function nowhere(): NodePlace {
  return { wave: null, slack: null, critical: false };
}
