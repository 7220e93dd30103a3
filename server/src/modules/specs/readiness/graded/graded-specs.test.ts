import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gradedSpecs, type Half, samples, samplesAreThere } from "./graded.test-support.ts";

describe.each<Half>(["working", "held-out"])("the %s half of the graded specs", (half) => {
  const specs = gradedSpecs(half);

  it("holds at least a hundred specs, each once, of every grade", () => {
    expect(specs.length).toBeGreaterThanOrEqual(100);
    expect(new Set(specs.map(({ id }) => id)).size).toBe(specs.length);
    expect([...new Set(specs.map(({ grade }) => grade))].toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  it("has the text of each spec or its lines in a sample", () => {
    for (const { id, content, sample, lines } of specs)
      expect([id, content === undefined]).toEqual([id, sample !== undefined && lines !== undefined]);
  });

  it.skipIf(!samplesAreThere)("refers to existing lines (skipped if ../shared is absent)", () => {
    for (const { sample, lines } of specs) {
      if (sample === undefined || lines === undefined) continue;
      const count = readFileSync(join(samples, sample), "utf8").split("\n").length;
      expect([sample, lines[0] <= lines[1] && lines[1] <= count]).toEqual([sample, true]);
    }
  });
});
