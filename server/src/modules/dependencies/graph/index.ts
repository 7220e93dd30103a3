import type { SpecStatus } from "@groundplan/contract";
import { findCriticalPath } from "./critical-path.ts";
import { findCycles } from "./cycles.ts";
import { itemAt, linkNodes } from "./links.ts";
import { findSchedule } from "./schedule.ts";
import { findWaves, noWave } from "./waves.ts";

/** Numbers are looked up several times as fast as strings. */
export type NodeId = string | number;

export interface GraphNode {
  readonly id: NodeId;
  /** 1 to 5. */
  readonly effort: number | null;
  readonly status: SpecStatus;
  /**
   * True for an auxiliary node between many dependents and many needs, so that edges add up instead of
   * multiplying. It has no effort and appears in no list.
   */
  readonly joint?: boolean;
}

/** `from` needs `to` first. */
export interface GraphEdge {
  readonly from: NodeId;
  readonly to: NodeId;
}

/** A node's place. Finished nodes, and those blocked by a cycle, have neither wave nor slack. */
export interface NodePosition {
  /** From 0, which can be started now. */
  wave: number | null;
  /** In effort units. */
  slack: number | null;
  /** True without slack. */
  critical: boolean;
}

/** The result. Lists keep the given order; the critical path is in building order. */
export interface Graph<N> {
  /** One per node. */
  positions: NodePosition[];
  waves: N[][];
  criticalPath: N[];
  /** Unfinished nodes with finished needs. */
  next: N[];
  /** Groups of nodes in a cycle, which the API prevents. */
  cycles: N[][];
}

const effortUnlessGiven = 3;

/**
 * Computes waves, next specs and the critical path (`docs/decisions/graph.md`). Edges to unknown ids are
 * ignored. Takes linear time; never throws.
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
  const positions = nodes.map((node) =>
    isOpen(node) ? nodePosition(index++, waves, schedule.slacks) : nowhere(),
  );
  return {
    positions,
    waves: byWave,
    criticalPath: nodesAt(findCriticalPath(schedule, efforts, neededBy)),
    next: byWave[0] ?? [],
    cycles: cycles.map(nodesAt).filter((cycle) => cycle.length > 0),
  };
}

/** Tests that a node is neither done nor cancelled. */
export function isOpen(node: Pick<GraphNode, "status">): boolean {
  return node.status !== "DONE" && node.status !== "CANCELLED";
}

function groupByWave<N extends GraphNode>(nodes: readonly N[], waves: Int32Array): N[][] {
  const groups: N[][] = [];
  for (const [index, node] of nodes.entries()) {
    const wave = itemAt(waves, index);
    if (wave === noWave || node.joint) continue;
    while (groups.length <= wave) groups.push([]);
    groups[wave]?.push(node);
  }
  return groups;
}

function nodePosition(index: number, waves: Int32Array, slacks: Int32Array): NodePosition {
  const wave = itemAt(waves, index);
  if (wave === noWave) return nowhere();
  const slack = itemAt(slacks, index);
  return { wave, slack, critical: slack === 0 };
}

function nowhere(): NodePosition {
  return { wave: null, slack: null, critical: false };
}
