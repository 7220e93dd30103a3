import { expect, it } from "vitest";
import { acceptanceCriteria } from "../../../contract/src/criteria/read-criteria.ts";
import { isElement } from "./nodes.ts";
import { treeOf } from "./tree.ts";

/** Returns the lines of the blocks offered as criteria. */
const offeredIn = (text: string) =>
  treeOf({ text, criteria: acceptanceCriteria(text) })
    .children.filter(isElement)
    .filter(({ tagName }) => tagName === "button")
    .map(({ properties }) => properties.dataLine);

it.each([
  ["Words.\n\nAC1: Rows are read.\nAC2: Others are named.\n", [3]],
  ["Words.\n\n**AC-1** Rows are read.\n\n**AC-2** Others\nare named.\n\nMore.\n", [3]],
  ["1.1 Rows are read.\n1.2 Others are named.\n", [1]],
  ["Words.\r\n\r\n    1. Rows are read.\r\n    2. Others are named.\r\n", [3]],
  ["Scenario: Rows\nGiven a file\nThen its rows are read\n", [1]],
  ["Words.\n\n```text\nScenario: Rows\n  Given a file\n```\n", [3]],
  ["Words.\n\n- Rows.\n\nWords.\n\n1. Rows.\n\n| a | b |\n|---|---|\n| c | d |\n", [3, 7, 9]],
])("A block that would parse as criteria below their heading is offered: %j", (text, lines) => {
  expect(offeredIn(text)).toEqual(lines);
});

it.each([
  "Words.\n\nMore words.\n",
  "AC1: Rows are read.\n",
  "Example: a file with rows.\n",
  "AC1: Rows are read.\n\n# Others\n\nAC2: Others are named.\n",
  "> - Rows are read.\n",
  "- \n",
  "```ts\nScenario: Rows\n```\n",
  "## Acceptance criteria\n\nAC1: Rows are read.\nAC2: Others are named.\n\nMore.\n",
])("A block that yields no criteria or already has them is not offered: %j", (text) => {
  expect(offeredIn(text)).toEqual([]);
});
