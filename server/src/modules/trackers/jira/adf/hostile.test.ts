import { expect, test } from "vitest";
import { toAdf } from "./index.ts";

// Quadratic parsing would take minutes. A spec's text has at most 262,144 characters.
const SIZE = process.env.LONG ? 262_144 : 100_000;
const fill = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

const texts: [string, string][] = [
  ...[
    "[",
    "![",
    "[a](",
    "[[a]",
    "*a ",
    "*a **b ",
    "a_b_",
    "~~a ",
    "<",
    "<a ",
    "<!-- ",
    "</",
    "`",
    "`` ` ",
    "\\`",
  ],
  ...[
    "> ",
    ">\n",
    "- ",
    "1. ",
    "> - ",
    "- a\n",
    "# a\n",
    "- [ ] a\n",
    "||\n",
    "| a |\n|-|\n",
    "\n",
    "&",
    "https://a.",
  ],
  ...["[a]: b\n", "[^a]", "[^a]: b\n", "[^a]: b\n\n", "<div>\n\n", "<b>", "a\n> ", "\0", "\u{1F600}"],
].map((unit) => [JSON.stringify(unit), fill(unit)]);
texts.push(
  ["runs of backticks", lines(720, (index) => "`".repeat(index + 1))],
  ["nested bullets", lines(500, (index) => `${" ".repeat(index * 2)}- a`)],
  ["nested quotes", lines(500, (index) => `${"> ".repeat(index)}a`)],
  ["a deep quote with lazy lines", `${"> ".repeat(22)}a\n${"b\n".repeat(100_000)}`],
  [
    "a table of 10,000 columns",
    `${"|a".repeat(10_000)}|\n${"|-".repeat(10_000)}|\n${`${"|b".repeat(10_000)}|\n`.repeat(8)}`,
  ],
  ["20,000 definitions", lines(20_000, (index) => `[${index}]: b`)],
  [
    "8,000 footnotes",
    `${lines(8000, (index) => `[^${index}]`)}\n\n${lines(8000, (index) => `[^${index}]: b`)}`,
  ],
  ["nested brackets", "[".repeat(SIZE / 2) + "]".repeat(SIZE / 2)],
  [
    "a definition that is used 30,000 times",
    `[a]: https://b/${"c".repeat(100_000)}\n\n${"[a] ".repeat(30_000)}`,
  ],
);

test.each(texts)(
  "a quarter of a megabyte of %s takes seconds at most and gives a document of bounded size",
  { timeout: 20_000 },
  (_name, text) => {
    expect(JSON.stringify(toAdf(text).document).length).toBeLessThan(5_000_000);
  },
);
