import { expect, test } from "vitest";
import { isTableDelimiter } from "./table.ts";

test.each([
  ["| a |", "|---|"],
  ["| a | b |", "| :-- | --: |"],
  ["a | b", "-|-"],
  ["  | a | b", "|:-:|-  "],
  ["| a \\| b |", "|---|"],
  ["| a | b \\|", "|---|---|"],
  ["| | |", "|-|-|"],
])("below %j, %j starts a table", (header, row) => {
  expect(isTableDelimiter(header, row)).toBe(true);
});

test.each([
  ["| a |", "---"],
  ["| a |", "|---|---|"],
  ["| a | b |", "|---|"],
  ["| a |", "|::-|"],
  ["| a |", "|- -|"],
  ["| a |", "| |"],
  ["| a |", "|--x|"],
  ["", "|"],
])("below %j, %j starts no table", (header, row) => {
  expect(isTableDelimiter(header, row)).toBe(false);
});
