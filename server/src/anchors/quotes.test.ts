import fc from "fast-check";
import { expect, it } from "vitest";
import { rangesOf } from "./quotes.ts";

/** Words that almost repeat, from a block of two letters. */
const periodic = fc
  .record({
    block: fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 }),
    times: fc.nat(400),
  })
  .map(({ block, times }) => block.repeat(times));

it("finds every occurrence of words of any length, overlapping ones included, and no other", () => {
  fc.assert(
    fc.property(fc.array(periodic, { maxLength: 5 }), periodic, fc.nat(50), (parts, words, from) => {
      const text = parts.join("c");
      const starts: number[] = [];
      for (let at = from; words !== "" && at + words.length <= text.length && starts.length < 1000; at++)
        if (text.startsWith(words, at)) starts.push(at);
      expect(rangesOf(text, words, from).map(({ start }) => start)).toEqual(starts);
    }),
  );
});

it("finds long words that almost repeat in linear time", () => {
  const words = `${"a".repeat(60_000)}b${"a".repeat(60_000)}`;
  const text = "a".repeat(262_144);
  for (let n = 0; n < 20; n++) expect(rangesOf(text, words)).toEqual([]);
  expect(rangesOf(text + words, words)).toEqual([{ start: 262_144, end: 262_144 + words.length }]);
});
