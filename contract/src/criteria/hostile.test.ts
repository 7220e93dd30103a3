import { expect, test } from "vitest";
import { acceptanceCriteria } from "./read-criteria.ts";

// Texts that would exceed the tests' time limit if lines were read again for every mark or nesting level.

const HEADING = "# Acceptance criteria\n";
const SIZE = 1_000_000;
const fill = (unit: string, size = SIZE) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

test.each([
  ["hashes", "#"],
  ["hashes in lines", "#\n"],
  ["bullets", "- "],
  ["quote marks", ">"],
  ["empty quotes", ">\n"],
  ["backticks", "`"],
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
  ["summaries", "<summary>"],
  ["details", "<details>\n<details"],
  ["names with a colon", "Done when:\n"],
  ["bold lines", "**a**\n\n"],
  ["labels in one line", "AC-1: "],
  ["numbers of many parts", "1."],
  ["backgrounds", "Background:\n"],
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

test.each([
  ["bullets of two kinds", "* - ", 1],
  ["fences in one line", "- ``` ", 1],
  ["lines with a label", "AC-1: a\n", 125_000],
  ["lines with a number", "1.1 a\n", 166_666],
  ["scenarios", "Scenario: a\nGiven b\n", 50_000],
  ["rows", "|-:\n", 249_998],
  ["indented numbers", "    1. a\n", 111_111],
  ["dots in a cell", `| a |\n|---|\n| total ${".".repeat(SIZE)} 5 |\n`, 1],
  ["spaces in a heading", `### a${" ".repeat(SIZE)}b\n- x\n`, 1],
])("a megabyte of %s is read in one go", (_, unit, count) => {
  expect(acceptanceCriteria(HEADING + (unit.length > SIZE ? unit : fill(unit)))).toHaveLength(count);
});

test.each([
  ["scenarios", "### Requirement: a\n#### Scenario: b\n", 27_777],
  ["functional requirements", "- **FR-1**: a\n", 71_428],
])("a megabyte of %s outside of sections is read in one go", (_, unit, count) => {
  expect(acceptanceCriteria(`## Functional Requirements\n${fill(unit)}`)).toHaveLength(count);
});

test("ten thousand criteria are found, each with its label", () => {
  const items = Array.from({ length: 10_000 }, (_, index) => ({
    id: `AC-${index}`,
    text: `text ${index}`,
    line: index + 2,
  }));
  const markdown = items.map(({ id, text }, index) => `${index}. **${id}:** ${text}\n`).join("");
  expect(acceptanceCriteria(HEADING + markdown)).toEqual(items);
});
