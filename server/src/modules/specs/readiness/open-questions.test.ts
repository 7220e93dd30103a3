import { describe, expect, test } from "vitest";
import { readSpec } from "./spec-text.ts";

/** Returns the lines of the content that hold an open question. */
const open = (...content: string[]) =>
  readSpec({ title: "", content: content.join("\n"), effort: null, danglingNeeds: [] })
    .lines.filter((line) => line.isOpen)
    .map(({ number }) => number);

describe("an open question", () => {
  test.each([
    "Which provider do we use?",
    "Which provider do we use? We have to ask the customer.",
    "**Which provider do we use?**",
    "Do we retry (and how often?) or stop.",
    "Which one?!",
    "Quel fournisseur utilisons-nous ?",
    "どのプロバイダーを使いますか？",
    "The limit is TBD.",
    "TODO: name the limit",
    "- TODO name the limit",
    "The limit (TODO) is checked.",
    "1. FIXME the limit",
    "Open question: the limit.",
    "The limit is still to be decided with the customer.",
    "The limit is to be defined.",
    "The limit is ??? rows.",
    "上限は未定",
    "No limit. Or is there one?",
  ])("is %j", (line) => expect(open(line)).toEqual([1]));

  test.each([
    "The page asks “Discard the changes?” and waits.",
    'The page asks "Discard the changes?" and waits.',
    "The page asks `Discard?` and waits.",
    "画面は「削除しますか？」と表示する",
    "See https://example.org/?q=1 and /list?page=2, also https://example.org/?",
    "Read it with config?.name ?? fallback, by read(path, options?) or `a ? b : c`.",
    "Press ? for help.",
    "Do we retry? No, we stop.",
    "Do we retry? → no",
    "The TODO list shows the entries that the user has added.",
    "The word “TBD” is replaced, and the TBD placeholder, too.",
    "The order is to be determined solely by the number.",
    "Todo: the status of new entries.",
    "# Why is it needed?",
    "> Which provider do we use?",
    "    Which provider do we use?",
    "~~Which provider do we use?~~ We use ours.",
    "- [x] Which provider do we use?",
    "<!-- TODO: name the limit -->",
    "![What is it?](a.png)",
  ])("is not %j", (line) => expect(open(line)).toEqual([]));

  test("is not in code, in HTML, or right above its answer", () => {
    expect(open("```", "// TODO: why?", "```", "Text.")).toEqual([]);
    expect(open("<!--", "TODO: why?", "TBD -->", "", "Text.")).toEqual([]);
    expect(open("Is it a change of the API?", "", "No.")).toEqual([]);
    expect(open("- Which database?", "  - **Decision:** SQLite")).toEqual([]);
    expect(open("- Which database?", "  - Recommendation: SQLite")).toEqual([1]);
    expect(open("- Which database?", "- No rows get lost.")).toEqual([1]);
    expect(open("Why is it needed?", "===")).toEqual([]);
  });
});

describe("a section of open questions", () => {
  test("makes each entry one, until the next heading of its level", () => {
    const section = [
      "## Open questions",
      "- The limit",
      "- The name",
      "  and its length",
      "### More",
      "1. Who",
      "## Scope",
      "- All",
    ];
    expect(open(...section)).toEqual([2, 3, 6]);
    expect(
      open("Unresolved Questions", "---", "The limit", "", "The name", "", "Scope", "---", "All"),
    ).toEqual([3, 5]);
    expect(open("# 未解決の課題", "- 上限の値")).toEqual([2]);
  });

  test("may say that there are none, or that an entry is done", () => {
    expect(open("# Open questions", "None.")).toEqual([]);
    expect(open("# Open questions", "- None. All of it is decided.")).toEqual([]);
    expect(open("# Open questions", "N/A")).toEqual([]);
    expect(open("# 未決事項", "特になし")).toEqual([]);
    expect(
      open("# Open questions", "- [x] The limit", "- [ ] The name", "- ✅ The place", "- ~~The time~~ done"),
    ).toEqual([3]);
  });

  test("does not begin at just any heading with that word in it", () => {
    expect(open("# Questions that users ask", "- The limit")).toEqual([]);
    expect(open("# Questions", "- Who may import? Yes: all.", "- Who may export?")).toEqual([3]);
    expect(open("# Open questions (resolved)", "- The limit is 10.")).toEqual([]);
  });
});

test("a question in the title has no line", () => {
  const { title, lines } = readSpec({ title: "Import (TBD)", content: "", effort: null, danglingNeeds: [] });
  expect(title).toBe("Import (TBD)");
  expect(lines).toEqual([]);
});
