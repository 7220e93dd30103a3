import { describe, expect, test } from "vitest";
import { rules } from "../rules.ts";
import { kappas, ruleCounts, weightedKappa } from "./agreement.ts";
import { compared, samplesAreThere } from "./graded.test-support.ts";

describe("the weighted kappa", () => {
  test("is 1 for equal grades, 0 for agreement by chance, and lower for far ones than for near ones", () => {
    expect(weightedKappa([[1, 1], [3, 3], [5, 5]])).toBe(1); // biome-ignore format: one line shows the pairs best
    expect(weightedKappa([[1, 1], [1, 5], [5, 1], [5, 5]])).toBe(0); // biome-ignore format: as above
    const near = weightedKappa([[1, 2], [3, 3], [5, 5]]); // biome-ignore format: as above
    const far = weightedKappa([[1, 5], [3, 3], [5, 5]]); // biome-ignore format: as above
    expect(near).toBeGreaterThan(far);
  });

  test("equals one computed by hand", () => {
    // One of the four pairs differs by 1; the mean of the squared differences of all 16 combinations is 1.25.
    expect(weightedKappa([[1, 1], [2, 2], [3, 3], [2, 3]])).toBeCloseTo(1 - 0.25 / 1.25, 10); // biome-ignore format: as above
  });
});

test("the counts of a rule distinguish right findings, false alarms and misses", () => {
  const judged = (engineer: string[], rubric: string[]) => ({
    id: "w000",
    engineer: { grade: 3, reasons: engineer },
    rubric: { grade: 3, reasons: rubric },
  });
  const specs = [judged(["a"], ["a", "b"]), judged(["a"], []), judged([], ["b"])];
  expect(ruleCounts(["a", "b", "c"], specs)).toEqual([
    { code: "a", right: 1, falseAlarms: 0, misses: 1 },
    { code: "b", right: 0, falseAlarms: 2, misses: 0 },
  ]);
});

// Specs that refer to a sample are skipped if ../shared is absent; the levels hold without them, too.
test(`the rubric agrees with the engineer on the working half${samplesAreThere ? "" : " (samples skipped)"}`, () => {
  const specs = compared("working");
  const { grades, labels } = kappas(specs);
  expect(grades).toBeGreaterThanOrEqual(0.85);
  expect(labels).toBeGreaterThanOrEqual(0.8);
  const counts = ruleCounts(
    rules.map(({ code }) => code),
    specs,
  );
  for (const { code, falseAlarms, misses } of counts) {
    expect([code, falseAlarms <= 2, misses <= 4]).toEqual([code, true, true]);
  }
});
