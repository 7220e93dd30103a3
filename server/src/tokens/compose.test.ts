import fc from "fast-check";
import { countTokens as exact } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { type Composition, compose, type SizedPart } from "./compose.ts";

const words = fc.constantFrom(
  ...["Guests can pay by card.\n", "東京の注文", "word ", "x".repeat(90), "\n\n", "/", "😀", "abab", "1234"],
);
const text = fc.array(words, { maxLength: 120, size: "max" }).map((all) => all.join(""));
const runs = fc
  .array(fc.constantFrom("the", "ing", "é", "ab", "-", "=", "京", "9"), { maxLength: 3000, size: "max" })
  .map((all) => all.join(""));
const part = fc
  .record({
    kind: fc.constantFrom("spec", "source", "skills"),
    text: fc.oneof(text, runs),
    isBeginning: fc.boolean(),
  })
  .map(
    (about): SizedPart => ({ ...about, before: "<x>\n", after: "\n</x>\n\n", size: about.text.length / 4 }),
  );
const parts = fc.array(part, { maxLength: 6, size: "max" });
const composition = fc.record({
  opening: fc.constant("Read this first.\n\n"),
  parts,
  tail: parts,
  unread: fc.constantFrom([], [{ kind: "source", count: 12, tokens: 34_000 }]),
  budget: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 300, max: 8000 })),
  howToGet: fc.constant("Ask for more."),
});

const size = (of: string) => exact(of, { allowedSpecial: new Set(), disallowedSpecial: new Set() });

test("A composed text never has more tokens than it says, nor that than its budget", () => {
  fc.assert(
    fc.property(composition, (input) => {
      const { text, tokens } = compose(input);
      expect(size(text)).toBeLessThanOrEqual(tokens);
      expect(tokens).toBeLessThanOrEqual(input.budget);
    }),
    { numRuns: 150 },
  );
});

test("Whatever is cut or left out is counted, and named in the last line", () => {
  fc.assert(
    fc.property(composition, (input) => {
      const { text, parts, leftOut } = compose(input);
      const all = [...input.parts, ...input.tail];
      const lacking = all.filter(({ isBeginning }, at) => parts[at]?.state !== "whole" || isBeginning);
      const count = leftOut.reduce((sum, one) => sum + one.count, 0);
      expect(count).toBe(lacking.length + input.unread.reduce((sum, one) => sum + one.count, 0));
      if (text === "" || leftOut.length === 0) return;
      const line = text.trimEnd().split("\n").at(-1);
      for (const { kind } of leftOut) expect(line).toContain(kind);
    }),
    { numRuns: 60 },
  );
});

test("The tail gets a quarter of the budget at most, and nothing if a part before it is cut", () => {
  fc.assert(
    fc.property(composition, (input) => {
      const { parts } = compose(input);
      const before = parts.slice(0, input.parts.length);
      const tail = parts.slice(input.parts.length).reduce((sum, { tokens }) => sum + tokens, 0);
      expect(tail).toBeLessThanOrEqual(input.budget / 4);
      if (before.some(({ state }) => state !== "whole")) expect(tail).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test("A larger budget keeps every part that was whole in a smaller one", () => {
  fc.assert(
    fc.property(composition, fc.integer({ min: 0, max: 3000 }), (input: Composition, more) => {
      const small = compose(input);
      const large = compose({ ...input, budget: input.budget + more });
      const whole = small.text === "" ? [] : small.parts;
      for (const [at, { state }] of whole.entries())
        if (state === "whole") expect(large.parts[at]?.state).toBe("whole");
    }),
    { numRuns: 60 },
  );
});
