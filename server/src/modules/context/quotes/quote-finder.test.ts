import { foldSpace } from "@groundplan/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Hit, QuoteFinder } from "./quote-finder.ts";

/** Returns the hits in a text that is read in chunks of a size. */
function findIn(text: string, quotes: Iterable<string>, size: number): Map<string, Hit> {
  const finder = new QuoteFinder(quotes);
  const hits: Hit[] = [];
  for (let at = 0; at < text.length; at += size) hits.push(...finder.read(text.slice(at, at + size)));
  return new Map(hits.map((hit) => [hit.quote, hit]));
}

const letters = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "\u{1f600}"), maxLength: 60 });

it("finds exactly the quotes that stand in the folded text, each at its first place, in chunks of any size", () => {
  fc.assert(
    fc.property(
      letters,
      fc.uniqueArray(letters, { maxLength: 12 }),
      fc.integer({ min: 1, max: 20 }),
      (text, words, size) => {
        const quotes = new Set(words.map(foldSpace).filter((quote) => quote !== ""));
        const found = findIn(text, quotes, size);
        for (const quote of quotes) {
          const hit = found.get(quote);
          expect(hit !== undefined, JSON.stringify([text, quote])).toBe(foldSpace(text).includes(quote));
          if (!hit) continue;
          expect(foldSpace(text.slice(hit.start, hit.end))).toBe(quote);
          expect(foldSpace(text.slice(0, hit.end - 1)).includes(quote)).toBe(false);
        }
      },
    ),
    { numRuns: process.env.LONG ? 100_000 : 2000 },
  );
});

it("reads a text of one letter in linear time, however many quotes begin with it", () => {
  const quotes = Array.from({ length: 490 }, (_, n) => `${"a".repeat(n + 10)}b`);
  expect(findIn("a".repeat(2_000_000), quotes, 65_536).size).toBe(0);
  expect(findIn(`${"a".repeat(200_000)}b`, quotes, 65_536).size).toBe(490);
});
