import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "./count.ts";
import { cutNote, fit, type Part } from "./fit.ts";

const partOf = (text: string): Part => ({ before: "## A heading\n\n", text, after: "\n\n" });
const texts = fc.array(
  fc.array(fc.constantFrom("Guests can pay by card.\n", "東京の注文\n", "word ", "x".repeat(90)), {
    maxLength: 30,
  }),
  { maxLength: 6 },
);

test("A pack is never larger than its budget, and its tokens are those of its parts", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 1500 }), (words, budget) => {
      const packed = fit(
        words.map((all) => partOf(all.join(""))),
        budget,
      );
      expect(packed.tokens).toBeLessThanOrEqual(budget);
      expect(packed.tokens).toBe(packed.parts.reduce((sum, { tokens }) => sum + tokens, 0));
      expect(Math.abs(countTokens(packed.text) - packed.tokens)).toBeLessThanOrEqual(2 * words.length);
    }),
    { numRuns: 60 },
  );
});

test("Parts are whole up to the first that does not fit, and left out after it", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 1500 }), (words, budget) => {
      const { parts } = fit(
        words.map((all) => partOf(all.join(""))),
        budget,
      );
      const states = parts.map(({ state }) => state).join(" ");
      expect(states).toMatch(/^(whole ?)*(cut ?)?(left_out ?)*$/);
    }),
    { numRuns: 60 },
  );
});

test("A text that does not fit is cut at the end of a line, and says so", () => {
  const text = Array.from({ length: 200 }, (_, n) => `Line ${n} of the interview with a customer.\n`).join(
    "",
  );
  const { text: packed, parts } = fit([partOf(text)], 300);
  expect(parts).toEqual([{ state: "cut", tokens: expect.any(Number), rest: expect.any(Number) }]);
  expect(packed).toContain(`customer.${cutNote}`);
});

test("A larger budget keeps the parts that were whole in a smaller one", () => {
  const parts = ["one ".repeat(100), "two ".repeat(100), "three ".repeat(100)].map(partOf);
  const whole = (budget: number) => fit(parts, budget).parts.filter(({ state }) => state === "whole").length;
  expect([50, 150, 260, 1000].map(whole)).toEqual([0, 1, 2, 3]);
});
