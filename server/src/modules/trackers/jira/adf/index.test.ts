import { describe, expect, test } from "vitest";
import { toAdf } from "./index.ts";
import { adfText } from "./text.test-support.ts";

const content = (markdown: string) => toAdf(markdown).document.content;
const text = (value: string, ...types: string[]) => ({
  type: "text",
  text: value,
  ...(types.length > 0 && { marks: types.map((type) => ({ type })) }),
});
const linked = (value: string, href: string) => ({
  ...text(value),
  marks: [{ type: "link", attrs: { href } }],
});
const paragraph = (...inline: unknown[]) => ({ type: "paragraph", content: inline });
const item = (...blocks: unknown[]) => ({ type: "listItem", content: blocks });
const bullets = (...items: unknown[]) => ({ type: "bulletList", content: items });
const numbers = (order: number, ...items: unknown[]) => ({
  type: "orderedList",
  attrs: { order },
  content: items,
});
const code = (value: string) => ({ type: "codeBlock", content: [text(value)] });
const task = (id: number, state: string, ...inline: unknown[]) => ({
  type: "taskItem",
  attrs: { localId: `task-${id}`, state },
  content: inline,
});
const tasks = (id: number, ...items: unknown[]) => ({
  type: "taskList",
  attrs: { localId: `task-${id}` },
  content: items,
});

describe("blocks", () => {
  test.each([
    ["headings keep their level", "### a", { type: "heading", attrs: { level: 3 }, content: [text("a")] }],
    ["a numbered list keeps its first number", "7. a", numbers(7, item(paragraph(text("a"))))],
    [
      "a list that starts with a list has an empty paragraph first",
      "- - a",
      bullets(item(paragraph(), bullets(item(paragraph(text("a")))))),
    ],
    ["an empty item is an empty paragraph", "-", bullets(item(paragraph()))],
    [
      "a quote may hold lists",
      "> - a",
      { type: "blockquote", content: [bullets(item(paragraph(text("a"))))] },
    ],
    ["code keeps its language", "```c++ x\na\n```", { ...code("a"), attrs: { language: "c++" } }],
    ["a rule stays", "---", { type: "rule" }],
    ["a heading in a list is bold", "- # a", bullets(item(paragraph(text("a", "strong"))))],
    [
      "a heading in a quote is bold",
      "> # a",
      { type: "blockquote", content: [paragraph(text("a", "strong"))] },
    ],
    ["a quote in a list is its paragraphs", "- > a", bullets(item(paragraph(text("a"))))],
    [
      "a quote in a quote is its paragraphs",
      "> > a",
      { type: "blockquote", content: [paragraph(text("a"))] },
    ],
    [
      "a rule in a list is dashes",
      "- a\n\n  ***",
      bullets(item(paragraph(text("a")), paragraph(text("———")))),
    ],
    [
      "a table in a list is code",
      "- | a | b\\|c |\n  |--|--|",
      bullets(item(code("| a | b\\|c |\n| --- | --- |"))),
    ],
    [
      "a table with more than 50 columns is code",
      `${"|a".repeat(51)}|\n${"|-".repeat(51)}|`,
      code(`${"| a ".repeat(51)}|\n${"| --- ".repeat(51)}|`),
    ],
    [
      "check boxes are a task list, nested ones its siblings",
      "- [ ] a\n  - [x] b\n- [X] c",
      tasks(1, task(2, "TODO", text("a")), tasks(3, task(4, "DONE", text("b"))), task(5, "DONE", text("c"))),
    ],
    [
      "what stands below a check box follows as lines",
      "- [ ] a\n  - b\n\n  c",
      tasks(
        1,
        task(
          2,
          "TODO",
          text("a"),
          { type: "hardBreak" },
          text("- "),
          text("b"),
          { type: "hardBreak" },
          text("c"),
        ),
      ),
    ],
    [
      "check boxes in a quote are text",
      "> - [ ] a",
      { type: "blockquote", content: [bullets(item(paragraph(text("[ ] a"))))] },
    ],
    ["check boxes in a numbered list are text", "1. [x] a", numbers(1, item(paragraph(text("[x] a"))))],
    [
      "a link's definition in a list is text",
      "1. [AC-1]: done",
      numbers(1, item(paragraph(text("AC-1: done")))),
    ],
  ])("%s", (_rule, markdown, expected) => {
    expect(content(markdown)).toEqual([expected]);
  });

  test("a table has a header and cells", () => {
    const cell = (type: string, value: string) => ({ type, content: [paragraph(text(value))] });
    expect(content("| a |\n|---|\n| b |")).toEqual([
      {
        type: "table",
        content: [
          { type: "tableRow", content: [cell("tableHeader", "a")] },
          { type: "tableRow", content: [cell("tableCell", "b")] },
        ],
      },
    ]);
  });

  test("an empty code block is left out, and so are HTML comments and definitions of links", () => {
    expect(content("```\n```\n\n<!-- a\n\nb -->\n\n[a]: https://b.c")).toEqual([]);
  });

  test("the summary of details is a bold paragraph before their content", () => {
    expect(content("<details>\n<summary>a</summary>\n\nb\n\n</details>")).toEqual([
      paragraph(text("a", "strong")),
      paragraph(text("b")),
    ]);
  });

  test("lists below the sixth level are paragraphs", () => {
    const markdown = Array.from({ length: 8 }, (_, level) => `${"  ".repeat(level)}- ${level}`).join("\n");
    const { document, degraded } = toAdf(markdown);
    expect(JSON.stringify(document).match(/bulletList/g)).toHaveLength(6);
    expect(adfText(document)).toBe("0\n1\n2\n3\n4\n5\n- 6\n- 7");
    expect(degraded).toEqual(["lists below the sixth level became paragraphs"]);
  });

  test("footnotes are numbered by first use, and listed at the end", () => {
    const { document } = toAdf("[^b]: second\n[^a]: first\n\nx[^a] y[^b]\n\n[^c]: third");
    expect(adfText(document)).toBe("x[1] y[2]\n[1] first\n[2] second\n[3] third");
  });

  test("a text deeper than the parser goes becomes plain text with all its words", () => {
    const { document, degraded } = toAdf(`# a\n\n${"> ".repeat(60)}b *c*`);
    expect(document.content).toEqual([paragraph(text("# a")), paragraph(text("b *c*"))]);
    expect(degraded).toEqual([
      "blocks that lie too deep in each other made the document text without markup",
    ]);
  });
});

describe("text", () => {
  test.each([
    ["marks nest", "***a***", [text("a", "strong", "em")]],
    ["what is struck out is struck out", "~~a~~", [text("a", "strike")]],
    ["code has no other marks", "**a `b`**", [text("a ", "strong"), text("b", "code")]],
    [
      "code may be a link",
      "[`a`](https://b.c)",
      [{ ...text("a"), marks: [{ type: "link", attrs: { href: "https://b.c" } }, { type: "code" }] }],
    ],
    ["links lead to web and mail addresses", "[a](mailto:b@c.d)", [linked("a", "mailto:b@c.d")]],
    ["any other link is its text", "[a](javascript:b) [c](./d.md) [e](data:f)", [text("a c e")]],
    ["an address alone is a link", "https://a.b/c", [linked("https://a.b/c", "https://a.b/c")]],
    ["a file's name is no address", "readme.md", [text("readme.md")]],
    ["references are resolved", "[a][b]\n\n[b]: https://c.d", [linked("a", "https://c.d")]],
    [
      "an image is a link with the words that stand for it",
      "![a *b*](https://c.d/e.png)",
      [linked("a b", "https://c.d/e.png")],
    ],
    ["an image that leads nowhere is its words", "![a](b.png)", [text("a")]],
    ["a link without text shows its address", "[](https://a.b)", [linked("https://a.b", "https://a.b")]],
    ["character references are decoded", "&amp;&lt;&copy;", [text("&<©")]],
    [
      "a line end is a space, a hard one a break",
      "a\nb\\\nc",
      [text("a b"), { type: "hardBreak" }, text("c")],
    ],
    ["<br> is a break", "a<br>b", [text("a"), { type: "hardBreak" }, text("b")]],
    ["tags of HTML are left out, others are text", "<u>a</u> Map<string>", [text("a Map<string>")]],
    ["a name after @ is text", "@a", [text("@a")]],
    ["what can't be stored is replaced", "a\0b\uD800c&#1;", [text("a\uFFFDb\uFFFDc\uFFFD")]],
  ])("%s", (_rule, markdown, expected) => {
    expect(content(markdown)).toEqual([paragraph(...expected)]);
  });

  test("a long address is repeated only while there is capacity", () => {
    const { document, degraded } = toAdf(`${"[a] ".repeat(5000)}\n\n[a]: https://b.c/${"d".repeat(1900)}`);
    expect(JSON.stringify(document).length).toBeLessThan(200_000);
    expect(degraded).toEqual(["more links than a document takes became text"]);
  });
});

describe("limits", () => {
  test("a document ends after the last block that fits, in lists too", () => {
    const { document, cut } = toAdf("- aaaa\n- bbbb\n- cccc", { maxCharacters: 12 });
    expect(cut).toBe(true);
    expect(adfText(document)).toBe("aaaa\nbbbb");
  });

  test("a block that fits into no document is cut at a space", () => {
    expect(toAdf("aaaa bbbb cccc", { maxCharacters: 12 })).toMatchObject({
      cut: true,
      document: { content: [paragraph(text("aaaa bbbb"))] },
    });
  });

  test("a text that fits is not cut", () => {
    expect(toAdf("a".repeat(29_999)).cut).toBe(false);
  });
});
