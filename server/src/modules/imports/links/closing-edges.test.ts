import fc from "fast-check";
import { expect, it } from "vitest";
import { closingEdges } from "./closing-edges.ts";

const edge = fc.record({ from: fc.constantFrom(..."abcdefgh"), to: fc.constantFrom(..."abcdefgh") });

it("edges are found without which there is no cycle, and each closes one with those that stay", () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 20 }), (edges) => {
      const closing = closingEdges(edges);
      const kept = edges.filter((one) => !closing.has(one));
      for (const one of edges) expect(leads(kept, one.to, one.from)).toBe(closing.has(one));
    }),
  );
});

it("the edge of a large and dense ring is found by one walk", () => {
  const count = 5000;
  const edges = Array.from({ length: count }, (_, n) => n).flatMap((n) =>
    Array.from({ length: 100 }, (_, near) => ({ from: `${n}`, to: `${(n + near + 1) % count}` })),
  );
  expect(closingEdges(edges).size).toBe(5050);
});

/** Walks edge by edge, as often as there are edges. */
function leads(edges: readonly { from: string; to: string }[], start: string, end: string): boolean {
  const reached = new Set([start]);
  for (const _ of edges) for (const { from, to } of edges) if (reached.has(from)) reached.add(to);
  return reached.has(end);
}
