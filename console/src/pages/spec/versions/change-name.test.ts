import { expect, it } from "vitest";
import { acceptanceCriteria } from "../../../../../contract/src/criteria/read-criteria.ts";
import { nameOfChange } from "./change-name.ts";

const read = (content: string, title = "Title") => ({
  title,
  content,
  criteria: acceptanceCriteria(content),
});
const listed = (...items: string[]) =>
  `Words.\n\n## Acceptance criteria\n\n${items.map((item) => `- ${item}\n`).join("")}`;
const two = listed("AC-1: one", "AC-2: two");

it.each([
  ["First version", null, read(two)],
  [
    "2 criteria added, 1 changed",
    read(two),
    read(listed("AC-1: one!", "AC-2: two", "AC-3: three", "AC-4: four")),
  ],
  ["1 criterion removed", read(two), read(listed("AC-1: one"))],
  ["1 criterion changed, text changed", read(two), read(`Some ${listed("AC-1: one", "AC-2: two\n  lines")}`)],
  ["1 criterion moved", read(two), read(listed("AC-2: two", "AC-1: one"))],
  ["Text changed", read(two), read(`More ${two}`)],
  ["Text changed", read("a"), read("a ")],
  ["Title changed", read(two), read(two, "Another")],
  ["Title changed, text changed", read("a"), read("b", "Another")],
  ["Nothing changed", read(two), read(two)],
])("%s", (name, before, after) => {
  expect(nameOfChange(before, after)).toBe(name);
});
