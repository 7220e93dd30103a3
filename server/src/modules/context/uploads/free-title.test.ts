import fc from "fast-check";
import { expect, test } from "vitest";
import { freeTitle, numbered } from "./free-title.ts";

const aTitle = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 });

test("a numbered title is free and within the limit, whichever numbers are taken", async () => {
  await fc.assert(
    fc.asyncProperty(aTitle, fc.uniqueArray(fc.nat(40)), async (title, numbers) => {
      const taken = new Set(numbers.map((n) => numbered(title, n + 2)));
      const found = await freeTitle(title, async (wanted) => taken.has(wanted));
      expect(taken.has(found)).toBe(false);
      expect([...found].length).toBeLessThanOrEqual(200);
    }),
  );
});

test("without gaps, a numbered title is the next one, and found in few steps", async () => {
  for (const [count, next] of [
    [0, "a.tar (2).gz"],
    [1, "a.tar (3).gz"],
    [9999, "a.tar (10001).gz"],
  ] as const) {
    const taken = new Set(Array.from({ length: count }, (_, n) => numbered("a.tar.gz", n + 2)));
    let asked = 0;
    const found = await freeTitle("a.tar.gz", async (wanted) => ++asked > 0 && taken.has(wanted));
    expect(found).toBe(next);
    expect(asked).toBeLessThan(30);
  }
});

test("a title that is no file name is numbered at its end", async () => {
  expect(await freeTitle("Node.js", async (wanted) => wanted === "Node.js (2)", false)).toBe("Node.js (3)");
});

test.each([
  ["plan.md", "plan (2).md"],
  ["plan", "plan (2)"],
  [".env", ".env (2)"],
  ["v1.2 of the plan", "v1.2 of the plan (2)"],
  [`${"x".repeat(197)}.md`, `${"x".repeat(193)} (2).md`],
])("%s is numbered as %s", (title, expected) => {
  expect(numbered(title, 2)).toBe(expected);
});
