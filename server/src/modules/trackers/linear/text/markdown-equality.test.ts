import { normaliseMarkdown } from "@groundplan/tracker-stand-ins/linear";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { container, done, endWorlds, item, world } from "../testing.ts";
import { meaning, sameLine, sameMarkdown } from "./markdown-equality.ts";
import { differInWords } from "./text-difference.ts";

afterAll(endWorlds);

describe("two texts say the same", () => {
  it.each([
    ["bullets", "* a\n* b\n  + c", "- a\n- b\n    - c"],
    ["ends of lines", "a  \r\nb\t\r\n", "a\nb"],
    ["empty lines", "# A\ntext\n\n\n\nmore", "# A\n\ntext\n\nmore"],
    ["comments", "a <!-- hidden\nlines --> b", "a  b"],
    ["escapes", "snake_case 1. a*b [x]", "snake\\_case 1\\. a\\*b \\[x\\]"],
    ["emphasis", "__strong__ and _em_", "**strong** and *em*"],
    ["headings", "Title\n=====\n\nLess\n---", "# Title\n\n## Less"],
    ["code blocks", "~~~js\nlet a;\n~~~", "```js\nlet a;\n```"],
    ["tables", "|a|b|\n|-|:-:|\n|1|2|", "| a | b |\n| -- | -- |\n| 1 | 2 |"],
    ["numbers of lists", "1. a\n1. b", "1. a\n2. b"],
    ["boxes", "* [X] a\n* [ ] b", "- [x] a\n- [ ] b"],
    ["where a link leads", "[a][x] b\n\n[x]: https://x.example", "[a](https://x.example) b"],
    ["addresses", "<https://x.example/a_b>", "[https://x.example/a_b](<https://x.example/a_b>)"],
    ["references", "a &amp; b &lt;c", "a & b <c"],
    ["quotes", ">a\n>> b", "> a\n>\n> > b"],
    ["breaks", "a  \nb\\\nc<br>d", "a\nb\nc\nd"],
    ["blank lines of lists", "- a\n\n- b", "- a\n- b"],
    ["invisible characters", "a\u2060b\ufeff", "ab"],
    ["composition", "e\u0301", "\u00e9"],
  ])("if they differ in %s", (_, one, other) => {
    expect(sameMarkdown(one, other)).toBe(true);
    expect(sameMarkdown(other, one)).toBe(true);
  });

  it.each([
    ["a word", "The system shall", "The system should"],
    ["a number", "within 5 s", "within 50 s"],
    ["a box", "- [ ] a", "- [x] a"],
    ["the order", "a\n\nb", "b\n\na"],
    ["a sentence", "a.", "a. b."],
    ["punctuation", "Done.", "Done?"],
    ["case", "must", "MUST"],
    ["code", "```\nlet a = 1;\n```", "```\nlet a = 2;\n```"],
    ["an address", "[a](https://x.example)", "[a](https://y.example)"],
    ["a type", "List<string>", "List<number>"],
    ["a sign", "In C# it holds", "In C it holds"],
    ["a comparison", "a < b", "a > b"],
    ["an underscore", "snake_case", "snakecase"],
    ["weight", "a **b** c", "a b c"],
    ["kind of emphasis", "a **b** c", "a *b* c"],
    ["what is code", "a `b` c", "a b c"],
    ["white space of code", "```\na  b\n```", "```\na b\n```"],
    ["a comment in code", "```\n<!-- a -->\n```", "```\n<!-- b -->\n```"],
    ["the language of code", "```js\na\n```", "```ts\na\n```"],
    ["level of a heading", "# a", "## a"],
    ["a heading", "# a", "a"],
    ["a list", "- a\n- b", "a\n\nb"],
    ["numbers", "1. a\n2. b", "- a\n- b"],
    ["level of a list", "- a\n  - b", "- a\n- b"],
    ["a quote", "> a", "a"],
    ["a paragraph", "a\n\nb", "a\nb"],
    ["a rule", "a\n\n---\n\nb", "a\n\nb"],
    ["an image", "![a](https://x.example/1.png)", "![a](https://x.example/2.png)"],
    ["a cell", "|a|b|\n|-|-|\n|1 2|3|", "|a|b|\n|-|-|\n|1|2 3|"],
    ["what looks like a definition", "[AC-1]: done", "[AC-1]: open"],
    ["what lies very deep", `${"> ".repeat(50)}a`, `${"> ".repeat(50)}b`],
    ["everything", "a", ""],
  ])("but not if they differ in %s", (_, one, other) => {
    expect(sameMarkdown(one, other)).toBe(false);
    expect(sameMarkdown(other, one)).toBe(false);
  });

  it("after the stand-in's normalisation, but not after a word was added anywhere", () => {
    const segment = fc.constantFrom<string>(
      "* a",
      "+ b",
      "__c__",
      "  ",
      "\r\n",
      "\n\n",
      "```\nx  \n```\n",
      "> ",
      "# ",
      "word",
      "1. ",
      "\\*",
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 15 }), fc.nat(), (segments, place) => {
        const text = segments.join("\n");
        expect(sameMarkdown(normaliseMarkdown(text) ?? "", text)).toBe(true);
        const edited = segments.toSpliced(place % (segments.length + 1), 0, "edited").join("\n");
        expect(sameMarkdown(normaliseMarkdown(edited) ?? "", text)).toBe(false);
      }),
    );
  });

  it("unless their words differ, which the quick check reports only if the parsed texts differ too", () => {
    const link = "<https://a.com>";
    const rewrites: ((text: string) => string)[] = [
      (text) => normaliseMarkdown(text) ?? "",
      (text) => text.replaceAll(link, "[https://a.com](https://a.com)"),
      (text) => text.replaceAll(link, "https://a.com"),
      (text) => text.replaceAll("1. ", "3. "),
      (text) => text.replaceAll("\n1. ", "\n2. "),
      (text) => text.replaceAll("[X]", "[x]"),
      (text) => text.replaceAll("&#97;", "a").replaceAll("%41", "A").replaceAll("<br>", "\n"),
      (text) => text.replace(/[.|]/g, "\\$&"),
      (text) => text.replace("a", "b"),
      (text) => text.replace(" ", " a "),
    ];
    const segment = fc.constantFrom(
      ...[
        "a",
        "b",
        "x",
        "12",
        "C3",
        "com",
        " ",
        "\n",
        "\n\n",
        "  \n",
        "- ",
        "1. ",
        "> ",
        "# ",
        "|",
        "|-|-|\n",
      ],
      ...[
        "```\n",
        "~~~a\n",
        "`",
        "**",
        "_",
        "[",
        "](",
        "](\n",
        ")",
        "\n)",
        "<",
        ">",
        "<br>",
        "\\",
        "&#97;",
        "%41",
      ],
      ...[
        link,
        "[a](\nx\n)",
        "<foo:b>",
        "[foo:b](\nfoo:b\n)",
        "[X] ",
        "]: ",
        '"',
        "a@b.com",
        "xn--a",
        "\u00e9",
      ],
    );
    let found = 0;
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 20 }), fc.subarray(rewrites), (segments, some) => {
        const one = segments.join("");
        const other = some.reduce((text, rewrite) => rewrite(text), one);
        for (const differ of [differInWords(one, other), differInWords(other, one)]) {
          if (differ) expect(meaning(one)).not.toBe(meaning(other));
          found += Number(differ);
        }
      }),
      { numRuns: 5000 },
    );
    expect(found).toBeGreaterThan(100);
    expect(differInWords("It shall open.", "It shall open soon.")).toBe(true);
    expect(differInWords("1. a\n1. b", "1. a\n2. b")).toBe(false);
  });

  // Quadratic parsing of these would hit the test's time limit.
  it.each(["<!--", "[", "[a](", "<a ", "\\", "> ", "- ", "&amp;", "`", "|-", "[a\n", "- - -\n", " "])(
    "takes linear time for %j",
    (segment) => {
      const text = segment.repeat(100_000 / segment.length);
      expect(sameMarkdown(text, `${text} x`)).toBe(false);
    },
  );
});

it("titles are equal whatever their white space", () => {
  expect(sameLine(" a\tb ", "a b")).toBe(true);
  expect(sameLine("a b", "a c")).toBe(false);
});

it("a text is recognized in the form that Linear stores, and a user's edit of it is not", async () => {
  const { linear, tracker, team } = await world();
  const text =
    "# Why  \r\n\r\n* one\r\n* __two__ <!-- note -->\r\n\r\n- [ ] box\r\n\r\n```js\nlet a;  \n```\r\n";
  const long = "Very long title ".repeat(20);
  for (const written of [
    item({ text, effort: 2 }),
    item({ text, title: long }),
    container({ text, title: long }),
  ]) {
    const [made] = done(await tracker.create(team, [written]));
    if (!made) throw new Error("was not made");
    const { remote } = made;
    for (const field of ["title", "text", "effort"] as const)
      expect(tracker.matches(remote, written, field)).toBe(true);
    expect(tracker.matches(remote, { ...written, text: `${text}\nMore.` }, "text")).toBe(false);
    expect(tracker.matches(remote, { ...written, title: "Other" }, "title")).toBe(false);
    if (written.kind === "container") continue;
    linear.drift.edit(remote.external.id, { description: remote.fields.text.replace("[ ]", "[x]") });
    const [edited] = await tracker.read(team, [{ kind: "item", external: remote.external }]);
    expect(edited && tracker.matches(edited, written, "text")).toBe(false);
    expect(edited && tracker.matches(edited, written, "title")).toBe(true);
  }
});
