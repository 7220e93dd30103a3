import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rules } from "../rules.ts";

const samples = join(import.meta.dirname, "../../../../../../../shared/samples");

/** A spec with the grade and the reasons that an engineer gave it before anybody asked the rubric. */
const gradedSpec = z.strictObject({
  id: z.string().regex(/^[wh]\d{3}$/),
  title: z.string().min(1),
  /** Left out where `sample` and `lines` (both ends included) say where the content stands. */
  content: z.string().optional(),
  sample: z.string().optional(),
  lines: z.tuple([z.int().positive(), z.int().positive()]).optional(),
  effort: z.int().min(1).max(5).optional(),
  planDescription: z.string().optional(),
  cancelledNeeds: z.array(z.string()).optional(),
  grade: z.int().min(1).max(5),
  reasons: z.array(z.enum(rules.map(({ code }) => code))),
  about: z.string(),
});

describe.each(["working", "held-out"])("the %s half of the graded specs", (half) => {
  const specs = z
    .array(gradedSpec)
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, `${half}.json`), "utf8")));

  it("holds at least a hundred specs, each once, of every grade", () => {
    expect(specs.length).toBeGreaterThanOrEqual(100);
    expect(new Set(specs.map(({ id }) => id)).size).toBe(specs.length);
    expect([...new Set(specs.map(({ grade }) => grade))].toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  it("holds the text of each spec or names its lines in a sample", () => {
    for (const { id, content, sample, lines } of specs)
      expect([id, content === undefined]).toEqual([id, sample !== undefined && lines !== undefined]);
  });

  it.skipIf(!existsSync(samples))("names lines that are there (skipped where ../shared is absent)", () => {
    for (const { sample, lines } of specs) {
      if (sample === undefined || lines === undefined) continue;
      const count = readFileSync(join(samples, sample), "utf8").split("\n").length;
      expect([sample, lines[0] <= lines[1] && lines[1] <= count]).toEqual([sample, true]);
    }
  });
});
