import type { GraphEdge, GraphNode, NodeId } from "./graph/index.ts";
import type { PlanScope } from "./plan-needs.ts";

/** The joint that everything in a part waits for. */
export const before = ({ plan, own }: PlanScope): string => `before ${own ? "own" : "all"} ${plan}`;

/** The joint that waits for everything in a part. */
export const after = ({ plan, own }: PlanScope): string => `after ${own ? "own" : "all"} ${plan}`;

/**
 * Returns joints around each plan's own specs and around its whole tree, so that edges add up instead of
 * multiplying.
 */
export function jointsOf(plans: readonly { id: string; parent: string | null }[]): {
  nodes: GraphNode[];
  edges: GraphEdge[];
} {
  const ids = new Set(plans.map(({ id }) => id));
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  for (const { id: plan, parent } of plans) {
    const own = { plan, own: true };
    const whole = { plan, own: false };
    for (const id of [before(own), before(whole), after(own), after(whole)])
      nodes.push({ id, effort: null, status: "TODO", joint: true });
    edges.push({ from: before(own), to: before(whole) }, { from: after(whole), to: after(own) });
    if (parent === null || !ids.has(parent)) continue;
    const around = { plan: parent, own: false };
    edges.push({ from: before(whole), to: before(around) }, { from: after(around), to: after(whole) });
  }
  return { nodes, edges };
}

/** Returns edges that place a node among a plan's own specs. */
export function edgesInPlan(node: NodeId, plan: string): GraphEdge[] {
  const own = { plan, own: true };
  return [
    { from: node, to: before(own) },
    { from: after(own), to: node },
  ];
}
