import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { splitCode } from "../../../../markdown/split-code.ts";
import { neutralizeMentions } from "./neutralize-mentions.ts";
import { expectQuiet, joiner, shownCode, unquiet } from "./reference.test-support.ts";

test.each([
  ["Ask @octocat and (@acme/web).", `Ask @${joiner}octocat and (@${joiner}acme/web).`],
  ["mail a@b.example, 5 @ 3, @", "mail a@b.example, 5 @ 3, @"],
  [
    "_@a_ é@b &#64;c @&#100; &lt@e",
    `_@${joiner}a_ é@${joiner}b &#64;${joiner}c @${joiner}&#100; &lt@${joiner}e`,
  ],
  ["`@Inject()` @me ``a ` @b`` @you", `\`@Inject()\` @${joiner}me \`\`a \` @b\`\` @${joiner}you`],
  ["```ts\n@Inject()\n```\n@me", `\`\`\`ts\n@Inject()\n\`\`\`\n@${joiner}me`],
  ["- ~~~\n  @a\n  ~~~\n@b", `- ~~~\n  @a\n  ~~~\n@${joiner}b`],
  ["an open ` tick\n\n@me and ` another", `an open \` tick\n\n@${joiner}me and \` another`],
  ["https://medium.example/@user/post @me", `https://medium.example/@user/post @${joiner}me`],
  ["[a](https://b.example)@me", `[a](https://b.example)@${joiner}me`],
  ["https://@me", `https://@${joiner}me`],
  ["- [x] https://a.example/@b", "- [x] https://a.example/@b"],
  ["[`@a`](https://a.example/@b)", "[`@a`](https://a.example/@b)"],
  ["<p>\nhttps://a.example/@b @c", `<p>\nhttps://a.example/%40b @${joiner}c`],
  ["[ https://a.example/@b", "[ https://a.example/%40b"],
])("a mention loses its effect outside of code and addresses: %j", (text, quiet) => {
  expect(neutralizeMentions(text)).toBe(quiet);
});

test.each([
  "para\n    ```\n@v\n```",
  "a ` b\n- @v ` c",
  "# a `b\n@v `",
  "| a ` | @v ` |\n|-|-|",
  "\\`@v \\`",
  "1. a\n   ```\n   x\n@v",
  "- - ```\n@v",
  "\t```\n@v\n```",
  '<b title="`">@v `',
  "[a](x`y) @v `",
  "[a]: /x`\n@v ` c",
  "a ` b\n:-\n@v ` c",
])("text that only looks like code is neutralized: %j", (markdown) => {
  expect(neutralizeMentions(markdown)).toBe(markdown.replace("@", `@${joiner}`));
  expectQuiet(markdown);
});

test.each([
  ["a comment or an instruction in the paragraph", "a <!-- b --> `@v`"],
  ["a link's target with more than an address and a title", "[a](b(c)) `@v`"],
  ["a tag that might hold a backtick", "x <y don't `@v`"],
  ["an address that the code touches", "https://a.example/`@v`"],
  ["a row of hyphens under a backtick without a partner", "a `@v` ` b\n---"],
  ["a paragraph that begins as a link's definition, with an open backtick", "[a]: b `@v` `"],
  ["an indented line in the paragraph, with an open backtick", "a `@v` `\n     b"],
  ["indented code right after text", "# a\n    @v"],
  ["indented code in a list or a quote", "- a\n\n      @v"],
  ["indented code in a text with footnotes", "[^1]: a\n\nb\n\n    @v"],
])("mentions lose their effect where it is in doubt whether they are code: %s", (_, markdown) => {
  expect(shownCode(markdown).join("")).toContain("@v");
  expect(neutralizeMentions(markdown)).toBe(markdown.replace("@v", `@${joiner}v`));
  expectQuiet(markdown);
});

describe("markdown-it", () => {
  const flat = fc.constantFrom(
    ..."@v @v @v @v ` ` ` `` ``` ~~~ - 1. 2. > # a b | |-|-| |-| --- === \\ \\` * _ [ ] ( ) ](x) ][a] [a]:".split(
      " ",
    ),
    ..."[^1]: < > <b <b> </b> <!-- --> <? ?> <div> <pre> </div> </pre> \" ' =\" =' : :- &#64;v &commat;v".split(
      " ",
    ),
    ...[
      " ",
      "\n",
      "\n",
      "\n\n",
      "\r",
      "\t",
      "    ",
      "  ",
      "- ",
      "> ",
      "1. ",
      "2) ",
      "# ",
      "```\n",
      "\n```",
      "| a ",
    ],
    ...["\n| a | b |\n|-|-|\n| ", "\n|a|\n|-|\n", '<a b="', '](x "'],
  );
  const mark = fc.constantFrom(
    "",
    " ",
    "  ",
    "   ",
    "    ",
    "\t",
    "- ",
    "> ",
    ">",
    "1. ",
    "-   ",
    "-\t",
    "-",
    "1.     ",
  );
  const words = fc.array(
    fc.constantFrom(
      ..."@v ` `` ``` ~~~ x | \\` \\ --- |-|-| -|- === ]( <b > <div> <!-- --> ' \" =".split(" "),
      ...["@v ", " @v", "a ", " | ", "# ", " "],
    ),
    { maxLength: 5 },
  );
  const odd = fc.constantFrom(
    "```",
    "~~~",
    "@v",
    "a ` b",
    "@v `",
    "` @v",
    "| a | b |",
    "|-|-|",
    "| ` | @v ` |",
    "---",
    "",
  );
  const line = fc.tuple(
    fc.array(mark, { maxLength: 3 }),
    fc.oneof(
      words,
      odd.map((text) => [text]),
    ),
  );
  const lines = fc
    .array(line, { maxLength: 7 })
    .map((all) => all.map((parts) => parts.flat().join("")).join("\n"));

  // markdown-it deviates from CommonMark in the first three: it reads a fence's line, or code starting an
  // item, as a table header, and a 2 after a lazy line as text. E-mails in angle brackets may be neutralized.
  const apart = [
    /(?:```|~~~).*\|/,
    /[-.)] *(?:\t[ \t]| {5})/,
    /2[.)][ \t]+(?:```|~~~)/,
    /<[^\s<>]*@[^\s<>]*>/,
  ];

  it.each([
    ["pieces", fc.array(flat, { maxLength: 14 }).map((segments) => segments.join(""))],
    ["lines", lines],
  ])("shows no mention outside of code, and otherwise the same as before: hostile %s", (_, markdowns) => {
    const property = fc.property(markdowns, (markdown) => {
      fc.pre(!apart.some((pattern) => pattern.test(markdown)));
      expectQuiet(markdown);
    });
    fc.assert(property, { numRuns: 3000 });
  });

  it("shows the same code as before", () => {
    const block = fc.constantFrom(
      "Use `@v` and ``@v ` @v``, @v.",
      "A span `that\n@v wraps` and <b>a tag</b> @v.",
      'See [`@v`](https://a.example/@v "title") and List<T>, `@v`',
      "- a `@v`\n  - b `@v` @v\n\n    ```ts\n    @v\n\n    @v\n    ```\n- @v",
      "> ~~~\n> @v\n> ~~~\n> @v",
      "```\n@v\n\n- `\n```",
      "    @v\n\n    - @v",
      "# `@v` @v",
      "`@v` @v\n---",
      "***",
      "| a | `@v` |\n|---|:-:|\n| @v | ``@v`` |",
      "[a]: https://a.example/@v",
      "<details>\n@v\n</details>",
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
        // An item at the end of a list absorbs indented code.
        const markdown = blocks.join("\n\n").replaceAll("- @v\n\n    @v", "- @v\n\n***\n\n    @v");
        expectQuiet(markdown);
        expect(shownCode(neutralizeMentions(markdown))).toEqual(shownCode(markdown));
      }),
      { numRuns: 500 },
    );
  });

  it("finds mentions in whatever characters stand around them, and nothing else changes", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(flat, fc.string({ unit: "binary", maxLength: 3 }))), (segments) => {
        const markdown = segments.join("").replaceAll(joiner, "");
        expect(unquiet(neutralizeMentions(markdown))).toBe(markdown);
        const parts = splitCode(markdown).flat();
        expect(parts.map(({ text }) => text).join("")).toBe(markdown);
      }),
    );
  });
});
