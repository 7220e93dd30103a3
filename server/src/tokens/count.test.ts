import fc from "fast-check";
import { countTokens as exact } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { chunksOf, countTokens } from "./count.ts";

test("The tokens of a short text are counted exactly", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      expect(countTokens(text)).toBe(exact(text));
    }),
  );
});

test("The chunks of a text are the whole text, and none is longer than 2,000 characters or splits a character", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", " ", "\n", "😀", "word ", "x".repeat(700)), { maxLength: 60 }),
      (parts) => {
        const text = parts.join("");
        const split = [...chunksOf(text)];
        expect(split.join("")).toBe(text);
        for (const piece of split) {
          expect(piece.length).toBeLessThanOrEqual(2000);
          expect(piece.isWellFormed()).toBe(true);
        }
      },
    ),
  );
});

test("The tokens of a long text are within 0.5 % of the exact number", () => {
  const text = "The cart keeps what a visitor chose for 30 days, even when the browser is closed.\n".repeat(
    300,
  );
  const whole = exact(text);
  expect(Math.abs(countTokens(text) - whole) / whole).toBeLessThan(0.005);
});

test("Rules, indents and long lines of one character are within 0.5 %, wherever they lie", () => {
  for (const text of [
    `${"-".repeat(79)}\n`.repeat(200),
    `ab ${" ".repeat(6000)}`,
    `Total${".".repeat(6000)}12`,
    `x\n${"_".repeat(6000)}\n${"#".repeat(6000)}`,
    `${"=".repeat(700)}\n`.repeat(12),
    "0".repeat(6000),
    "// --\n//// -- a /\n/b\n".repeat(400),
    "| a | b |\n| --- | --- |\n\n\n\n".repeat(300),
  ]) {
    const whole = exact(text);
    expect(Math.abs(countTokens(text) - whole) / whole, text.slice(0, 20)).toBeLessThan(0.005);
  }
});

test("Words that are special tokens of the encoding are counted as text", () => {
  expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
});

test("A run of 100,000 letters without a space is counted", () => {
  expect(countTokens("a".repeat(100_000))).toBeGreaterThan(10_000);
});

test("Counting stops soon after a sufficient number, and says that there are more", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 }), (enough) => {
      const counted = countTokens("Guests pay by card.\n".repeat(2000), enough);
      expect(counted).toBeGreaterThan(enough);
      expect(counted).toBeLessThanOrEqual(enough + 2000);
    }),
    { numRuns: 20 },
  );
  expect(countTokens("Guests pay by card.", 1000)).toBe(exact("Guests pay by card."));
});
