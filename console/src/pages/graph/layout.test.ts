import type { GraphNode } from "@groundplan/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Graph } from "../../planning/specs/node-key.ts";
import { card, layOut, sizeOf, timingText } from "./layout.ts";

const nodeOf = (number: number, wave: number | null, status: GraphNode["status"] = "TODO"): GraphNode => ({
  planShortId: "PLAN-1",
  specShortId: `SPEC-${number}`,
  title: "A spec",
  effort: null,
  readiness: null,
  status,
  wave,
  slack: null,
  critical: false,
});

const graphOf = (nodes: GraphNode[], edges: Graph["edges"] = [], criticalPath: string[] = []): Graph => ({
  nodes,
  edges,
  criticalPath,
  waves: [],
  next: [],
  unestimated: 0,
  criticalPathUnestimated: 0,
});

it("Waves run from left to right, and the critical path is marked", () => {
  const nodes = [nodeOf(1, 1), nodeOf(2, 0), nodeOf(3, null, "DONE"), nodeOf(4, null)];
  const edges = [
    { from: "SPEC-1", to: "SPEC-2" },
    { from: "SPEC-2", to: "SPEC-3" },
  ];
  const layout = layOut(graphOf(nodes, edges, ["SPEC-2", "SPEC-1"]), "PLAN-1");
  expect(layout.columns.map(({ title }) => title)).toEqual(["Done", "Now", "Wave 2", "In a cycle"]);
  const [done, now, then] = ["SPEC-3", "SPEC-2", "SPEC-1"].map(
    (key) => layout.placed.get(key)?.x ?? Number.NaN,
  );
  expect([done, now, then]).toEqual([done, now, then].toSorted((a = 0, b = 0) => a - b));
  expect(layout.lines.map(({ from, isCritical }) => [from.key, isCritical])).toEqual([
    ["SPEC-2", true],
    ["SPEC-3", false],
  ]);
});

it("A spec that can start now says so, with its slack", () => {
  const nodes = [
    { ...nodeOf(1, 0), critical: true },
    { ...nodeOf(2, 0), slack: 2 },
    { ...nodeOf(3, 1), critical: true },
  ];
  const { placed } = layOut({ ...graphOf(nodes), next: ["SPEC-1", "SPEC-2"] }, "PLAN-1");
  expect([...placed.values()].map(timingText)).toEqual(["now, critical", "now, slack 2", "critical"]);
});

it("No two cards overlap, whatever their number and dependencies", () => {
  const sizes = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 150 });
  fc.assert(
    fc.property(sizes, fc.array(fc.tuple(fc.nat(149), fc.nat(149)), { maxLength: 200 }), (waves, pairs) => {
      const nodes = waves.map((wave, index) => nodeOf(index, wave));
      const edges = pairs
        .filter(([a, b]) => (waves[a] ?? 0) > (waves[b] ?? 9))
        .map(([a, b]) => ({ from: `SPEC-${a}`, to: `SPEC-${b}` }));
      const layout = layOut(graphOf(nodes, edges), "PLAN-1");
      const cards = [...layout.placed.values()];
      expect(cards).toHaveLength(nodes.length);
      const { width, height } = sizeOf(layout);
      for (const [index, a] of cards.entries()) {
        expect(a.x >= 0 && a.y >= 0 && a.x + card.width <= width && a.y + card.height <= height).toBe(true);
        const isOver = (b: typeof a) => Math.abs(a.x - b.x) < card.width && Math.abs(a.y - b.y) < card.height;
        expect(cards.slice(index + 1).some(isOver)).toBe(false);
      }
    }),
    { numRuns: 30 },
  );
});
