import fc from "fast-check";

const inline = [
  ..."word|*em*|**strong**|~~gone~~|`code`|***`both`***|[a](https://a.b/c)|[a](javascript:x)|[](https://a.b)".split(
    "|",
  ),
  ..."![alt](https://a.b/i.png)|[![alt](i.png)](https://a.b)|[ref]|[ref][]|[text][ref]|[^note]|[^other]".split(
    "|",
  ),
  ..."<br>|<b>|</b>|<a href='https://a.b'>|</a>|<!-- c -->|Map<string>|<T>|&amp;|&lt;b&gt;|&#0;|&#1;|@name".split(
    "|",
  ),
  ..."https://a.b/c|a@b.co|www.a.b|:smile:|😀|\u{D800}|\u0000|\u0007|\uFFFF|\\|\\*|`|``|*|**|_|[|](|![|<|$".split(
    "|",
  ),
  ...["a  \nb", "a\\\nb", "a\nb", "When the user signs in", "| a | b |", "[x] ", "[ ] "],
];
const line = fc.array(fc.constantFrom(...inline), { maxLength: 5 }).map((parts) => parts.join(" "));

const marks = [
  "- ",
  "* ",
  "1. ",
  "7) ",
  "0. ",
  "- [ ] ",
  "- [x] ",
  "1. [ ] ",
  "> ",
  "# ",
  "###### ",
  "    ",
  "\t",
  "[^note]: ",
];
const single = [
  ..."---|***|```|```js|~~~|<div>|</div>|<details>|<summary>s</summary>|</details>|<pre>|<!--|-->|===|| a | b |".split(
    "|",
  ),
  ...[
    "| a | b |",
    "|---|:-:|",
    "| c |",
    "[ref]: https://r.s/t",
    "[ref]: <> 'x'",
    "[^note]: the note",
    "",
    "",
    "",
  ],
  ...["## Acceptance criteria", "# Done when", "- ", "1. ", "> ", "- [ ] ", "```\n\n```", "<script>", "<T>"],
];
const indent = fc.constantFrom("", "", "", "  ", "   ", "    ", "\t", "      ", "> ", "  > ");
const row = fc.oneof(
  fc
    .tuple(indent, fc.array(fc.constantFrom(...marks), { maxLength: 4 }), line)
    .map(([a, b, c]) => a + b.join("") + c),
  fc.tuple(indent, fc.constantFrom(...single)).map(([a, b]) => a + b),
);
const nasty = fc.array(row, { maxLength: 25 }).map((rows) => rows.join("\n"));

const item = fc.tuple(
  fc.constantFrom(
    "When it rains",
    "**AC-1:** it *is* `so`",
    "[x] see [a](https://b.c) done",
    "AC-2: Map<string>",
  ),
  fc.array(fc.tuple(fc.constantFrom("", ""), fc.constantFrom(...marks, ...marks), line), { maxLength: 3 }),
);
/** Generates a section with criteria whose items contain all kinds of blocks. */
const criteria = fc
  .array(item, { minLength: 1, maxLength: 4 })
  .map((items) =>
    [
      "## Acceptance criteria",
      "",
      ...items.flatMap(([text, blocks], index) => [
        `${index + 1}. ${text}`,
        ...blocks.flatMap(([gap, mark, more]) => [gap, `   ${mark}${more.replaceAll("\n", "\n   ")}`]),
      ]),
    ].join("\n"),
  );

/** Generates markdown that is hard to convert. */
export const nastyMarkdown: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: nasty },
  { weight: 4, arbitrary: fc.tuple(nasty, criteria, nasty).map((parts) => parts.join("\n\n")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...inline, ...marks, ...single, "\n"), { maxLength: 40 })
      .map((p) => p.join("")),
  },
);
