import type { SpecStatus } from "@groundplan/contract";
import { findCriticalPath } from "./critical-path.ts";
import { findCycles } from "./cycles.ts";
import { at, linkNodes } from "./links.ts";
import { findSchedule } from "./schedule.ts";
import { findWaves, noWave } from "./waves.ts";

/** Numbers are looked up several times as fast as strings that were just read. */
export type NodeId = string | number;

export interface GraphNode {
  readonly id: NodeId;
  /** 1 to 5. */
  readonly effort: number | null;
  readonly status: SpecStatus;
  /**
   * No work of its own: it stands between many that need and many that are needed, so that their edges are a sum
   * and not a product. It takes no effort, is no step of a wave, and no list of the answer holds it.
   */
  readonly joint?: boolean;
}

/** `from` needs `to` first. */
export interface GraphEdge {
  readonly from: NodeId;
  readonly to: NodeId;
}

/** Where a node stands. A finished one, and one that a cycle keeps from being built, has neither wave nor slack. */
export interface Place {
  /** From 0, which can be built now. */
  wave: number | null;
  /** In effort units. */
  slack: number | null;
  /** Without slack: what delays it delays the whole. */
  critical: boolean;
}

/** Lists are in the order in which the nodes were given; the critical path is in building order. */
export interface Graph<N> {
  /** One per node. */
  places: Place[];
  waves: N[][];
  criticalPath: N[];
  /** Not finished, and all that it needs is. */
  next: N[];
  /** What needs each other in a circle. The API lets none come about. */
  cycles: N[][];
}

const effortUnlessGiven = 3;

/**
 * What can be built at once, what is next, and what decides how long the whole takes, by the rules of
 * `docs/decisions/graph.md`. Edges to unknown ids don't count; each id is there once. Takes time in proportion
 * to nodes and edges; never throws.
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
  const places = nodes.map((node) => (isOpen(node) ? placeOf(index++, waves, schedule.slacks) : nowhere()));
  return {
    places,
    waves: byWave,
    criticalPath: nodesAt(findCriticalPath(schedule, efforts, neededBy)),
    next: byWave[0] ?? [],
    cycles: cycles.map(nodesAt).filter((cycle) => cycle.length > 0),
  };
}

/** Nothing waits for what is done or cancelled. */
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

function placeOf(index: number, waves: Int32Array, slacks: Int32Array): Place {
  const wave = at(waves, index);
  if (wave === noWave) return nowhere();
  const slack = at(slacks, index);
  return { wave, slack, critical: slack === 0 };
}

function nowhere(): Place {
  return { wave: null, slack: null, critical: false };
}
