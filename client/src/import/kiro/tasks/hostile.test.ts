import { describe, expect, it } from "vitest";
import { parse } from "./testing.ts";

const size = 120_000;
const repeat = (text: string, length = size) => text.repeat(Math.ceil(length / text.length));
/** Shorter than the limit: a file in which every line is a task and reported is slow for its size. */
const lines = (text: string) => repeat(text, 40_000);
const deep = Array.from({ length: 620 }, (_, depth) => `${" ".repeat(depth)}- [ ] x`).join("\n");

describe("a hostile file is read to its end:", () => {
  it.each([
    ["boxes on one line", repeat("- [ ] ")],
    ["boxes on their lines", repeat("- [ ] \n")],
    ["underscores", repeat("_")],
    ["underscores below a task", `- [ ] 1. ${repeat("_")}\n  _a: ${repeat("_")}`],
    ["italic beginnings", `- [ ] 1. x\n${repeat("  _Requirements: 1.1\n")}`],
    ["references", `- [ ] 1. x\n${repeat("  _Requirements: 1-3_\n")}`],
    ["asterisks", `- [ ] ${repeat("**a")}`],
    ["spaces", `- [ ] 1. x\n  _a${repeat(" ")}:${repeat(" ")}b`],
    ["nested tasks", deep],
    ["a slope of spaces", deep.replaceAll("- [ ] x", "x")],
    ["opening fences", repeat("```x\n")],
    ["opening comments", repeat("<!--\n")],
    ["the same number", lines("- [ ] 1.1 x\n")],
    ["numbers", lines("1.1 x\n")],
    ["a long number", `- [ ] ${repeat("1.")} x`],
    ["headings", lines("# 1. x\n")],
    ["dashes", `---\n${repeat("- ")}x`],
  ])("%s", (_what, text) => {
    try {
      parse(text);
    } catch (error) {
      expect(String(error)).toMatch(/^NotImportable: tasks\.md: .* is \d+ bytes, over the limit/u);
    }
  });
});

describe("a hostile file in mode all", () => {
  it.each([
    ["boxes", lines("- [ ] \n")],
    ["nested tasks", deep],
  ])("creates a spec for each leaf: %s", (_what, text) => {
    const { tasks, count } = parse(text, "all");
    expect(tasks.length).toBe(text === deep ? 1 : count.tasks);
  });
});
