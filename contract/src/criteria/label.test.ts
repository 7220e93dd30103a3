import { expect, test } from "vitest";
import { toCriterion } from "./label.ts";

test.each([
  ["AC-1: text", "AC-1", "text"],
  ["**AC-1:** text", "AC-1", "text"],
  ["**AC-1**: text", "AC-1", "text"],
  ["**AC-1: ** text", "AC-1", "text"],
  ["**AC-1:**text", "AC-1", "text"],
  ["__AC-1:__ text", "AC-1", "text"],
  ["*AC-1*: text", "AC-1", "text"],
  ["***AC-1:*** text", "AC-1", "text"],
  ["AC1: text", "AC1", "text"],
  ["ac-1: text", "ac-1", "text"],
  ["REQ-2.3: text", "REQ-2.3", "text"],
  ["US-12.AC-3a: text", "US-12.AC-3a", "text"],
  ["NFR_04: text", "NFR_04", "text"],
  ["__NFR_04__: text", "NFR_04", "text"],
  ["AC#7: text", "AC#7", "text"],
  ["基準-1: text", "基準-1", "text"],
  ["AC-1：文", "AC-1", "文"],
  ["**AC-1：**文", "AC-1", "文"],
  ["AC-1:\ttext", "AC-1", "text"],
  ["AC-1:\ntext", "AC-1", "text"],
  ["**AC-1:**\n\n- text", "AC-1", "- text"],
  ["AC-1:", "AC-1", ""],
  ["AC-1: AC-2: text", "AC-1", "AC-2: text"],
])("%j has a label, which is removed from the text", (item, id, text) => {
  expect(toCriterion(item)).toEqual({ id, text });
});

test("a label in front of more bold text leaves that text bold", () => {
  expect(toCriterion("**AC-1: Sign in.** The user …")).toEqual({
    id: "AC-1",
    text: "**Sign in.** The user …",
  });
});

test.each([
  "Note: no digit",
  "Given: no digit",
  "**When:** no digit",
  "http: no digit",
  "https://example.org/1: an address",
  "localhost1:8080 has no space after the colon",
  "10:30 starts with a digit",
  "1.2: starts with a digit",
  "404: starts with a digit",
  "Scenario 1: has a space",
  "AC 1: has a space",
  "file1.ts: ends with letters",
  "SHA256sum: ends with letters",
  "**AC-1** has no colon",
  "AC-1 has no colon",
  "AC-1 : has a space before the colon",
  "(AC-1): starts with a bracket",
  "`AC-1`: is code",
  "**AC-1*: is not closed",
  `${"A".repeat(40)}1: is too long`,
  "the label AC-1: is not at the start",
])("%j has no label", (item) => {
  expect(toCriterion(item)).toEqual({ id: null, text: item });
});

test.each([
  ["[ ] text", null, "text"],
  ["[x] text", null, "text"],
  ["[X] text", null, "text"],
  ["[ ] **AC-1:** text", "AC-1", "text"],
  ["[x]\ttext", null, "text"],
  ["[ ]", null, ""],
  ["[ ] [x] text", null, "[x] text"],
  ["[]text", null, "[]text"],
  ["[y] text", null, "[y] text"],
  ["[x](https://example.org) text", null, "[x](https://example.org) text"],
  ["AC-1: [ ] text", "AC-1", "[ ] text"],
])("the text of %j loses the task-list box at its start", (item, id, text) => {
  expect(toCriterion(item)).toEqual({ id, text });
});
