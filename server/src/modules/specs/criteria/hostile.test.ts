import { expect, test } from "vitest";
import { acceptanceCriteria } from "./index.ts";

// Each of these would run for minutes if a line were read again for every mark in it, or every line for every level
// of nesting. No test measures that; it would run into its time limit.

const HEADING = "# Acceptance criteria\n";
const SIZE = 1_000_000;
const fill = (unit: string, size = SIZE) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

test.each([
  ["hashes", "#"],
  ["hashes in lines", "#\n"],
  ["quote marks", ">"],
  ["empty quotes", ">\n"],
  ["bullets", "- "],
  ["bullets of two kinds", "* - "],
  ["backticks", "`"],
  ["fences in one line", "- ``` "],
  ["underscores", "_ "],
  ["comments that never end", "<!--\n\n"],
  ["comments that never end, quoted", "> <!--\n\n"],
  ["angle brackets", "<"],
  ["tags", "<a a='"],
  ["tabs", "\t"],
  ["blank lines", "\n"],
  ["carriage returns", "\r"],
  ["digits", "1"],
  ["underlines", "a\n-\n"],
  ["pipes", "|\n"],
  ["delimiter rows", "|-:\n"],
  ["headings", "# Acceptance criteria ("],
])("a megabyte of %s is read, and holds no criterion", (_, unit) => {
  expect(acceptanceCriteria(HEADING + fill(unit))).toEqual([]);
});

test.each([
  ["numbers", `${fill("1. ")}x`],
  ["bullets in it, then blank lines", `1. ${fill("- ", SIZE / 2)}x${fill("\n", SIZE / 2)}`],
  ["bullets in it, then lines that continue it", `1. ${fill("- ", SIZE / 2)}x\n${fill("y\n", SIZE / 2)}`],
  ["bullets in it, then a deep line", `1. ${fill("- ", SIZE / 2)}x\n${fill(" ", SIZE / 2)}y`],
  [
    "a quote with bullets in it, then empty quotes",
    `1. > ${fill("- ", SIZE / 2)}x\n${fill("   >\n", SIZE / 2)}`,
  ],
  ["wrapped lines", `1. ${fill("x\n   ")}`],
  ["hard line breaks", `1. ${fill("x  \n   ")}`],
  ["paragraphs", `1. ${fill("x\n\n   ")}`],
  ["table rows", `1. | a |\n   |---|\n${fill("   | b |\n")}`],
  ["code", `1. \`\`\`\n${fill("   1. x\n")}`],
  ["steps", `1. x\n${Array.from({ length: 1400 }, (_, index) => `${" ".repeat(index)}- x\n`).join("")}`],
  ["label characters", `1. ${fill("A1")}`],
  ["asterisks", `1. ${fill("*")}x`],
  ["boxes", `1. ${fill("[ ] ")}`],
  ["spaces", `1. x${fill(" ")}y`],
])("a criterion with a megabyte of %s is one criterion", (_, markdown) => {
  expect(acceptanceCriteria(HEADING + markdown)).toHaveLength(1);
});

test("ten thousand criteria are found, each with its label", () => {
  const items = Array.from({ length: 10_000 }, (_, index) => ({ id: `AC-${index}`, text: `text ${index}` }));
  const markdown = items.map(({ id, text }, index) => `${index}. **${id}:** ${text}\n`).join("");
  expect(acceptanceCriteria(HEADING + markdown)).toEqual(items);
});
