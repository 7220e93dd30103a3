import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nastyMarkdown } from "./documents.test-support.ts";
import { canonical, toAdf } from "./index.ts";

const text = (of: string, ...marks: unknown[]) => ({
  type: "text",
  text: of,
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const linesOf = (markdown: string) => canonical(toAdf(markdown).document.content);

test("a document is a line for each block, with its type, its marks and its text", () => {
  const markdown =
    "# Goal\n\nSome **bold** [link](https://x.example).\n\n- one\n- two\n\n```js\nlet a;\nlet {b};\n```\n";
  expect(linesOf(markdown).split("\n")).toEqual([
    "{heading level=1} Goal",
    'Some {strong}bold{} {link href="https://x.example"}link{}.',
    "{bulletList}",
    "  {listItem}",
    "    one",
    "  {listItem}",
    "    two",
    '{codeBlock language="js"} let a;\\',
    "let \\{b};",
  ]);
});

describe("Jira's own additions to a document change nothing:", () => {
  test.each([
    [
      "its own ids",
      { type: "taskList", attrs: { localId: "a" } },
      { type: "taskList", attrs: { localId: "b" } },
    ],
    ["attributes that are empty", { type: "codeBlock", attrs: { language: null } }, { type: "codeBlock" }],
    [
      "attributes at their default",
      { type: "orderedList", attrs: { order: 1 } },
      { type: "orderedList", attrs: {} },
    ],
    ["a text in two", paragraph(text("a"), text("b")), paragraph(text("ab"))],
    [
      "the order of keys",
      { attrs: { b: 1, a: { d: 1, c: 2 } }, type: "x" },
      { type: "x", attrs: { a: { c: 2, d: 1 }, b: 1 } },
    ],
    [
      "the order of marks",
      paragraph(text("a", { type: "em" }, { type: "strong" })),
      paragraph(text("a", { type: "strong" }, { type: "em" })),
    ],
  ])("%s", (_, one, other) => {
    expect(canonical([one])).toBe(canonical([other]));
  });
});

describe("an edit changes the lines:", () => {
  const media = { type: "mediaSingle", content: [{ type: "media", attrs: { id: "1", type: "file" } }] };
  const card = (url: string) => ({ type: "blockCard", attrs: { url } });
  test.each([
    ["a pasted image", [paragraph(text("a"))], [paragraph(text("a")), media]],
    ["a card", [card("https://x.example")], [card("https://y.example")]],
    [
      "a card in a line",
      [paragraph(text("a"))],
      [paragraph(text("a"), { type: "inlineCard", attrs: { url: "u" } })],
    ],
    [
      "a link",
      [paragraph(text("a"))],
      [paragraph(text("a", { type: "link", attrs: { href: "https://x" } }))],
    ],
    ["bold", [paragraph(text("ab"))], [paragraph(text("a"), text("b", { type: "strong" }))]],
    [
      "level of a heading",
      [{ type: "heading", attrs: { level: 1 } }],
      [{ type: "heading", attrs: { level: 2 } }],
    ],
    [
      "how it is aligned",
      [paragraph()],
      [{ ...paragraph(), marks: [{ type: "alignment", attrs: { align: "end" } }] }],
    ],
    ["white space", [paragraph(text("a b"))], [paragraph(text("a  b"))]],
    [
      "what lies in what",
      [{ type: "panel", content: [paragraph(text("a"))] }],
      [{ type: "panel" }, paragraph(text("a"))],
    ],
    [
      "what looks like it",
      [{ type: "panel", content: [paragraph(text("a"))] }],
      [{ type: "panel" }, paragraph(text("  a"))],
    ],
    ["what looks like a mark", [paragraph(text("a", { type: "em" }))], [paragraph(text("{em}a{}"))]],
    ["two paragraphs of one", [paragraph(text("a\nb"))], [paragraph(text("a")), paragraph(text("b"))]],
    ["an empty paragraph", [paragraph(text("a"))], [paragraph(text("a")), paragraph()]],
  ])("%s", (_, before, after) => {
    expect(canonical(before)).not.toBe(canonical(after));
  });
});

test("documents of ours have the same lines only if they are the same", () => {
  const run = fc.property(nastyMarkdown, nastyMarkdown, (one, other) => {
    const [a, b] = [toAdf(one).document, toAdf(other).document];
    expect(canonical(a.content) === canonical(b.content)).toBe(JSON.stringify(a) === JSON.stringify(b));
  });
  fc.assert(run, { numRuns: 300 });
});

test("a document that is deeper than the stack has lines, and so have its attributes", () => {
  let node: unknown = text("a");
  for (let depth = 0; depth < 50_000; depth++) node = { type: "panel", content: [node] };
  expect(canonical([node]).endsWith("{panel} a")).toBe(true);
  let value: unknown = 1;
  for (let depth = 0; depth < 50_000; depth++) value = [value];
  expect(canonical([{ type: "panel", attrs: { value } }])).toMatch(/^{panel value=/);
});
