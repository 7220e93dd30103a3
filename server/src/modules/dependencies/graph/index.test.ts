import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byEveryPath, graphs } from "./brute-force.test-support.ts";
import { computeGraph, type GraphNode } from "./index.ts";

const node = (id: string, rest: Partial<GraphNode> = {}): GraphNode => ({
  id,
  effort: 1,
  status: "TODO",
  ...rest,
});

/** Parses edges: `"b>a"` means that b depends on a. */
const edges = (text: string) =>
  text.split(" ").map((edge) => {
    const [from = "", to = ""] = edge.split(">");
    return { from, to };
  });

const named = (nodes: readonly GraphNode[]) => nodes.map(({ id }) => id).join(" ");

/** Computes the answer, with names for nodes and `wave/slack` for places. */
function compute(nodes: readonly GraphNode[], text: string) {
  const graph = computeGraph(nodes, edges(text));
  return {
    places: graph.positions.map(({ wave, slack }) => `${wave}/${slack}`).join(" "),
    waves: graph.waves.map(named),
    criticalPath: named(graph.criticalPath),
    next: named(graph.next),
    cycles: graph.cycles.map(named),
  };
}

describe.each(["without cycles", "with cycles"] as const)("over small graphs %s", (cycles) => {
  test("waves, slack, the critical path, `next` and cycles equal those found by brute force", () => {
    fc.assert(
      fc.property(graphs(cycles), ({ nodes, edges }) => {
        expect(computeGraph(nodes, edges)).toEqual(byEveryPath(nodes, edges));
      }),
      { numRuns: 1000 },
    );
  });

  test("the order of edges and duplicates change nothing", () => {
    fc.assert(
      fc.property(graphs(cycles), ({ nodes, edges }) => {
        const others = [...edges.toReversed(), ...edges];
        expect(computeGraph(nodes, others)).toEqual(computeGraph(nodes, edges));
      }),
    );
  });
});

test("a node is in the wave after the last of its needs, and its slack is its possible delay", () => {
  const nodes = [node("a", { effort: 5 }), node("b"), node("c"), node("d")];
  expect(compute(nodes, "c>b d>a d>c")).toEqual({
    places: "0/0 0/3 1/3 2/0",
    waves: ["a b", "c", "d"],
    criticalPath: "a d",
    next: "a b",
    cycles: [],
  });
});

test("a done or cancelled node is in no wave and blocks nothing, not even by its own needs", () => {
  const nodes = [
    node("a"),
    node("b", { status: "DONE" }),
    node("c"),
    node("d", { status: "CANCELLED" }),
    node("e"),
  ];
  expect(compute(nodes, "b>a c>b e>d")).toEqual({
    places: "0/0 null/null 0/0 null/null 0/0",
    waves: ["a c e"],
    criticalPath: "a",
    next: "a c e",
    cycles: [],
  });
});

test("a node in progress counts with its full effort, and is next", () => {
  const nodes = [node("a", { status: "IN_PROGRESS", effort: 4 }), node("b"), node("c")];
  expect(compute(nodes, "b>a")).toMatchObject({ places: "0/0 1/0 0/4", criticalPath: "a b", next: "a c" });
});

test("a missing effort counts as 3", () => {
  const nodes = [node("a", { effort: null }), node("b", { effort: 2 }), node("c", { effort: 3 })];
  expect(compute(nodes, "x>y").places).toBe("0/0 0/1 0/0");
});

test("of equally long paths the critical one has the nodes that were given first", () => {
  const forked = "c>a c>b d>a d>b";
  expect(
    compute(
      ["a", "b", "c", "d"].map((id) => node(id)),
      forked,
    ).criticalPath,
  ).toBe("a c");
  expect(
    compute(
      ["d", "c", "b", "a"].map((id) => node(id)),
      forked,
    ).criticalPath,
  ).toBe("b d");
});

test("nodes on a cycle are reported; neither they nor the nodes that need them have a wave, and the rest is computed", () => {
  const nodes = ["a", "b", "c", "d", "e", "f", "g", "h"].map((id) => node(id));
  expect(compute(nodes, "a>b b>a c>b e>d d>e d>c f>f h>g")).toEqual({
    places: "null/null null/null null/null null/null null/null null/null 0/0 1/0",
    waves: ["g", "h"],
    criticalPath: "g h",
    next: "g",
    cycles: ["a b", "d e", "f"],
  });
});

test("a cycle through a finished node does not count", () => {
  const nodes = [node("a"), node("b", { status: "DONE" })];
  expect(compute(nodes, "a>b b>a")).toMatchObject({ next: "a", cycles: [] });
});

test("without nodes, or without open ones, there are no waves and no critical path", () => {
  const empty = { waves: [], criticalPath: "", next: "", cycles: [] };
  expect(compute([], "a>b")).toEqual({ places: "", ...empty });
  expect(compute([node("a", { status: "DONE" })], "a>b")).toEqual({ places: "null/null", ...empty });
});

describe("with 10,000 nodes", () => {
  const nodes = Array.from({ length: 10_000 }, (_, id) => ({ id, effort: 1, status: "TODO" as const }));
  const chain = nodes.slice(1).map(({ id }) => ({ from: id, to: id - 1 }));

  test("a chain through all of them does not exceed the stack", () => {
    const graph = computeGraph(nodes, chain);
    expect(graph.waves.length).toBe(10_000);
    expect(graph.criticalPath).toEqual(nodes);
  });

  test("a cycle through all of them does not exceed the stack either", () => {
    const graph = computeGraph(nodes, [...chain, { from: 0, to: 9_999 }]);
    expect(graph.cycles).toEqual([nodes]);
    expect(graph.next).toEqual([]);
  });

  test("needs of every node on the fifty before it are computed at once, despite the number of paths", () => {
    const edges = nodes.flatMap(({ id }) =>
      Array.from({ length: Math.min(id, 50) }, (_, back) => ({ from: id, to: id - 1 - back })),
    );
    expect(computeGraph(nodes, edges).waves.length).toBe(10_000);
  });
});

test("a joint stands for exactly the edges from the nodes that need it to the nodes that it needs", () => {
  const ids = fc.nat(7);
  const groups = fc.array(fc.record({ froms: fc.uniqueArray(ids), tos: fc.uniqueArray(ids) }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(graphs("with cycles"), groups, ({ nodes, edges }, groups) => {
      const product = groups.flatMap(({ froms, tos }) =>
        froms.flatMap((from) => tos.map((to) => ({ from, to }))),
      );
      const joints = groups.map((_, n): GraphNode => ({ ...node(`joint ${n}`), joint: true }));
      const links = groups.flatMap(({ froms, tos }, n) => [
        ...froms.map((from) => ({ from, to: `joint ${n}` })),
        ...tos.map((to) => ({ from: `joint ${n}`, to })),
      ]);
      const graph = computeGraph([...nodes, ...joints], [...edges, ...links]);
      const positions = graph.positions.slice(0, nodes.length);
      expect({ ...graph, positions }).toEqual(byEveryPath(nodes, [...edges, ...product]));
    }),
    { numRuns: 1000 },
  );
});
