import { describe, expect, test } from "vitest";
import { readiness } from "./index.ts";
import { readSpec } from "./spec-text.ts";

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
    "The order of the two needs a product decision.",
    "In Redis or in a table, we'll see when we get there.",
    "Not sure yet whether the guests stay.",
    "Old lists are probably not moved, ask Henrik.",
    "1. Decide where to show it.",
    "[NEEDS CLARIFICATION: who invites the users]",
    "| call recording | TBD | delete |",
    "هل تُرسل الرسالة في الليل؟",
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
    "The import takes TBD as a date.",
    "A key that is not known to the service is refused.",
    "The address has to be confirmed by a click.",
    "A ticket that is still open is shown in red.",
    "If the sender is not known, the mail is refused.",
    "The user decides whether the order is kept.",
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

  test("has many names", () => {
    for (const heading of [
      "Requiring clarification",
      "Offene Fragen",
      "Questions ouvertes",
      "Preguntas abiertas",
      "Questões em aberto",
      "待确认事项",
      "أسئلة مفتوحة",
    ])
      expect([heading, open(`# ${heading}`, "- The limit")]).toEqual([heading, [2]]);
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

test("questions that a line presents as those of others are none", () => {
  expect(open("Support gets these questions:", "", "- Who pays?", "- When?")).toEqual([]);
  expect(open("These questions are open:", "", "- Who pays?")).toEqual([3]);
});

test("the settled sentences next to an open question count as text, and the other rules see the rest", () => {
  const content =
    "The pipeline is red about one time in four without a reason. It should be much faster. Do we raise the limits?";
  const { reasons } = readiness({ title: "Tests", content, effort: null, danglingNeeds: [] });
  expect(reasons.map(({ code }) => code)).toEqual(["missing-criteria", "open-questions"]);
});

test("a text that is only an open question is not reported as missing", () => {
  const { reasons } = readiness({ title: "Tests", content: "Which?", effort: null, danglingNeeds: [] });
  expect(reasons.map(({ text }) => text)).not.toContain("There is no text.");
});

test("a question in the title has no line", () => {
  const { title, lines } = readSpec({ title: "Import (TBD)", content: "", effort: null, danglingNeeds: [] });
  expect(title).toBe("Import (TBD)");
  expect(lines).toEqual([]);
});
