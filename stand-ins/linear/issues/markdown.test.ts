import fc from "fast-check";
import { expect, it } from "vitest";
import { normaliseMarkdown } from "./markdown.ts";

const pieces = [
  "* ",
  "+ ",
  "- ",
  "<!--",
  "-->",
  "__",
  "**",
  "```",
  "~~~",
  "\n",
  "\r\n",
  " ",
  "\t",
  "a",
  "\u00e9",
];
const markdown = fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join(""));

it("normalizing text twice changes nothing more", () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const back = normaliseMarkdown(text);
      expect(normaliseMarkdown(back)).toBe(back);
    }),
  );
});

it.each([
  ["* a", "- a"],
  ["a  \nb", "a\nb"],
  ["a\r\nb", "a\nb"],
  ["a\n\n\n\nb", "a\n\nb"],
  ["a <!-- b\nc --> d", "a  d"],
  ["__a__", "**a**"],
  ["**a**", "**a**"],
  ["~~~\n* a  \n~~~", "~~~\n* a  \n~~~"],
  [" \n ", null],
  [null, null],
])("%j comes back as %j", (text, back) => {
  expect(normaliseMarkdown(text)).toBe(back);
});
