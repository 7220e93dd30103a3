import fc from "fast-check";
import type { Graph, GraphEdge, GraphNode, NodePosition } from "./index.ts";

/** Computes the answer from the definitions alone, over every path. For small graphs only. */
export function byEveryPath<N extends GraphNode>(nodes: readonly N[], edges: readonly GraphEdge[]): Graph<N> {
  const finished = (node: N) => ["DONE", "CANCELLED"].includes(node.status);
  const needed = (node: N, by: N) => edges.some((edge) => edge.from === by.id && edge.to === node.id);
  const open = nodes.filter((node) => !finished(node));
  const needs = new Map(nodes.map((node) => [node, open.filter((other) => needed(other, node))]));
  const needsOf = (node: N) => needs.get(node) ?? [];

  const pathsFrom = (node: N, before: readonly N[] = []): N[][] => {
    const path = [...before, node];
    const further = needsOf(node).filter((need) => !path.includes(need));
    return [path, ...further.flatMap((need) => pathsFrom(need, path))];
  };
  const pathsOf = new Map(open.map((node) => [node, pathsFrom(node)]));
  const reaches = (from: N, to: N) =>
    (pathsOf.get(from) ?? []).some((path) => needsOf(path.at(-1) ?? from).includes(to));

  const onCycle = open.filter((node) => reaches(node, node));
  const cycles = onCycle
    .map((node) =>
      onCycle.filter((other) => other === node || (reaches(node, other) && reaches(other, node))),
    )
    .filter((group, index) => group[0] === onCycle[index]);

  const buildable = open.filter((node) => !onCycle.some((other) => other === node || reaches(node, other)));
  const chains = buildable.flatMap((node) => pathsOf.get(node) ?? []).map((path) => path.toReversed());
  const effortOf = (chain: readonly N[]) => chain.reduce((sum, node) => sum + (node.effort ?? 3), 0);
  const longest = (some: readonly N[][]) => Math.max(0, ...some.map(effortOf));
  const length = longest(chains);

  const place = (node: N): NodePosition => {
    if (!buildable.includes(node)) return { wave: null, slack: null, critical: false };
    const slack = length - longest(chains.filter((chain) => chain.includes(node)));
    const below = chains.filter((chain) => chain.at(-1) === node);
    return { wave: Math.max(...below.map((chain) => chain.length)) - 1, slack, critical: slack === 0 };
  };
  const places = nodes.map(place);
  const highest = Math.max(-1, ...places.map((one) => one.wave ?? -1));
  const key = (chain: readonly N[]) => chain.map((node) => nodes.indexOf(node)).join();
  const criticalPaths = chains.filter((chain) => effortOf(chain) === length);
  return {
    positions: places,
    waves: Array.from({ length: highest + 1 }, (_, wave) =>
      nodes.filter((_, index) => places[index]?.wave === wave),
    ),
    criticalPath: criticalPaths.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))[0] ?? [],
    next: nodes.filter((node) => !finished(node) && needsOf(node).length === 0),
    cycles,
  };
}

const maxNodes = 8;
const ids = [...Array(maxNodes).keys()];
const unknownId = maxNodes;

const nodesInAnyOrder = fc.shuffledSubarray(ids).chain((some) =>
  fc.tuple(
    ...some.map((id) =>
      fc.record<GraphNode>({
        id: fc.constant(id),
        effort: fc.option(fc.integer({ min: 1, max: 5 })),
        status: fc.constantFrom("TODO", "TODO", "IN_PROGRESS", "TODO", "TODO", "DONE", "CANCELLED"),
      }),
    ),
  ),
);
const end = fc.integer({ min: 0, max: unknownId });
const anyEdge = fc.record({ from: end, to: end });
const edgeDown = anyEdge
  .filter(({ from, to }) => from !== to)
  .map(({ from, to }) => ({ from: Math.max(from, to), to: Math.min(from, to) }));

/** Generates a few nodes in any order, and edges, some of them duplicate or to a nonexistent node. */
export const graphs = (cycles: "with cycles" | "without cycles") =>
  fc.record({
    nodes: nodesInAnyOrder,
    edges:
      cycles === "with cycles"
        ? fc.array(anyEdge, { maxLength: 14 })
        : fc.array(edgeDown, { maxLength: 30, size: "max" }),
  });
