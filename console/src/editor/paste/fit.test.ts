import { expect, it } from "vitest";
import { fit } from "./fit.ts";

it.each([
  ["words into a line", "**a** b", "x ", " y", "**a** b"],
  ["a list into an empty line", "- a\n- b", "", "", "- a\n- b"],
  ["blocks into the middle of a line", "# A\n\nb", "x ", " y", "\n\n# A\n\nb\n\n"],
  ["a list into an empty item", "- a\n- b", "  - ", "", "a\n  - b"],
  ["a numbered list into an empty task", "1. a\n2. b", "- [ ] ", "", "a\n2. b"],
  ["blocks behind the words of an item", "a\n\n> b", "1. x", "", "\n\n   a\n\n   > b"],
  ["blocks into a quote", "- a\n- b", "> ", "", "- a\n> - b"],
])("fits %s", (_, markdown, before, after, fitted) => {
  expect(fit(markdown, before, after)).toBe(fitted);
});
