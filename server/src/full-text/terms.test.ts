import fc from "fast-check";
import { expect, it } from "vitest";
import { fold } from "../fold.ts";
import { longestPhrase, partsOf } from "./parts.ts";
import { clausesOf, phrasesOf } from "./query.ts";
import { locatedTermsOf, mostOfTerm, termsOf } from "./terms.ts";

const textsOf = (text: string) => [...termsOf(text)];
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "a",
      "É",
      "e\u0301",
      "ß",
      "東",
      "京",
      "カ\u3099",
      "ﾊﾟ",
      "한",
      " ",
      "-",
      '"',
      "*",
      "ﬁ",
      "\u00ad",
      "\u200d",
      "\u200b",
      "😀",
      "㎏",
    ),
  }),
);

it("a text has the same terms as its folded form", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(textsOf(fold(text))).toEqual(textsOf(text));
      expect([...locatedTermsOf(text)].map((term) => term.text)).toEqual(textsOf(text));
    }),
  );
});

it("invisible characters neither enter a term nor end a word, and a zero-width space ends it", () => {
  const text = "Pla\u00adnungs\u00addienst a\u200db می\u200cخواهم one\u200btwo";
  expect(textsOf(text)).toEqual(["planungsdienst", "ab", "میخواهم", "one", "two"]);
  const [first] = locatedTermsOf(text);
  expect(first).toEqual({ text: "planungsdienst", start: 0, end: 16 });
});

it("terms are letters, marks and numbers only, are not too long, and lie in the text in their order", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let before = 0;
      for (const { text: term, start, end } of locatedTermsOf(text)) {
        expect(term).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
        expect(term.length).toBeLessThanOrEqual(mostOfTerm);
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        before = start;
      }
    }),
  );
});

it("any part of a run of characters without spaces is a sequence of its terms", () => {
  const run = fc.string({
    unit: fc.constantFrom("東", "京", "都", "か", "한", "ー", "〆"),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(run, run, run, (before, part, after) => {
      const whole = ` ${textsOf(before + part + after).join(" ")} `;
      expect(whole).toContain(` ${textsOf(part).join(" ")} `);
    }),
  );
});

it("a run of kana, Han or Hangul has the same terms next to Latin letters and digits as alone", () => {
  const run = fc.string({
    unit: fc.constantFrom("東", "ザ", "か", "한", "ー", "〆"),
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      run,
      fc.string({ unit: fc.constantFrom("A", "1"), minLength: 1, maxLength: 3 }),
      (run, word) => {
        expect(textsOf(run + word)).toEqual([...textsOf(run), ...textsOf(word)]);
        expect(textsOf(word + run)).toEqual([...textsOf(word), ...textsOf(run)]);
      },
    ),
  );
});

it("every phrase of a text lies in one of its parts", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "東京"), { minLength: 240, maxLength: 2000 });
  fc.assert(
    fc.property(text, fc.nat(), (words, index) => {
      const terms = textsOf(words.join(" "));
      const phrase = terms.slice(index % terms.length).slice(0, longestPhrase);
      const parts = partsOf(terms).map((part) => ` ${part.join(" ")} `);
      expect(parts.some((part) => part.includes(` ${phrase.join(" ")} `))).toBe(true);
      for (const part of parts)
        for (const n of Map.groupBy(part.split(" "), (term) => term).values())
          expect(n.length).toBeLessThanOrEqual(256);
    }),
    { numRuns: 30 },
  );
});

it("every query is read, and its clauses consist of its terms", () => {
  fc.assert(
    fc.property(anyText, (query) => {
      const terms = new Set(textsOf(query.replaceAll('"', " ")));
      for (const clause of clausesOf(phrasesOf(query))) {
        expect(clause.terms.length).toBeGreaterThan(0);
        expect(clause.terms.length).toBeLessThanOrEqual(longestPhrase);
        for (const term of clause.terms) expect(terms).toContain(term);
      }
    }),
  );
});

it("a long phrase becomes few clauses, in one of which any two terms follow one another, and its last one ends it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.boolean(), (length, isPrefix) => {
      const run = Array.from({ length }, (_, n) => String.fromCodePoint(0x4e00 + n)).join("");
      const terms = textsOf(run);
      const clauses = clausesOf(phrasesOf(isPrefix ? `${run}*` : run));
      expect(clauses.length).toBeLessThanOrEqual(Math.ceil(terms.length / (longestPhrase - 1)));
      const lines = clauses.map((clause) => ` ${clause.terms.join(" ")} `);
      for (const [n, term] of terms.slice(1).entries())
        expect(lines.some((line) => line.includes(` ${terms[n]} ${term} `))).toBe(true);
      expect(clauses.at(-1)).toEqual({ terms: terms.slice(-longestPhrase), isPrefix });
    }),
    { numRuns: 20 },
  );
});

it("a run of 400,000 characters without a space is read, which would never finish in quadratic time", () => {
  for (const character of ["a", "東", "é", "e\u0301", "\u0301"])
    expect(textsOf(character.repeat(400_000)).length).toBeGreaterThan(0);
});
