import fc from "fast-check";
import { expect, test } from "vitest";
import { gradedSpecs } from "./graded/graded.test-support.ts";
import { passageOf } from "./language.ts";
import { KINDS, startsIn, startsOf } from "./starts.ts";
import { escapes, failure, fallible, taste, vague } from "./words.ts";

test.each([
  ["It is robust.", KINDS.vague],
  ["ROBUSTLY", KINDS.vague],
  ["half-robust", KINDS.vague],
  ["a rob ust", 0],
  ["2robust", 0],
  ["with no rows", KINDS.failure],
  ["no", KINDS.failure],
  ["noé", KINDS.failure],
  ["noon", 0],
  ["doesn't", KINDS.failure],
  ["status 404", KINDS.failure],
  ["status 204", 0],
  ["4 rows", 0],
])("%j contains words of the kinds %i", (text, kinds) => {
  expect(startsIn(text)).toBe(kinds);
});

test("an expression without leading letters needs words to look for", () => {
  expect(() => startsOf("(?:a|b) fine")).toThrow("(?:a|b) fine");
  expect(() => startsOf("fine|\\w+ good")).toThrow("\\w+ good");
});

const all = { vague, taste, escapes, failure, fallible };
const words = Object.values(all).flatMap(
  ({ english }) => english.source.match(/[a-z]{2,}|[45]|[a-z](?=')/g) ?? [],
);
const phrases = fc.array(
  fc.tuple(fc.constantFrom(...words, "don't", "404"), fc.constantFrom(" ", " ", "-", ", ")),
  {
    minLength: 1,
    maxLength: 12,
  },
);

function expectSeen(text: string): void {
  const passage = passageOf(text);
  for (const [name, { kind, english }] of Object.entries(all))
    if (text.search(english) !== -1) expect([name, text, passage.kinds & kind]).toEqual([name, text, kind]);
}

test("no match of an expression is skipped in generated phrases", () => {
  fc.assert(
    fc.property(phrases, (parts) => expectSeen(parts.flat().join(""))),
    { numRuns: 3000 },
  );
});

test("no match of an expression is skipped in the lines of the working half", () => {
  for (const { content = "" } of gradedSpecs("working"))
    for (const line of content.split("\n")) expectSeen(line);
});
