import fc from "fast-check";

const word = fc.oneof(
  fc.constantFrom(
    ..."order pays again the café エラー 🧭 سلة a_b x*y ~ `code` **bold** *it* _em_ ~~gone~~ [link](https://acme.example) ![p](/v1/files/1) <b> \\* & | # - 1. > [ ] https://acme.example".split(
      " ",
    ),
  ),
  fc.string({ unit: "grapheme", maxLength: 4 }).map((text) => text.replace(/[\r\n]/g, "")),
);
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((all) => all.join(" "));
const wordLines = fc.array(words, { minLength: 1, maxLength: 3 });
const lead = fc.constantFrom("", "", "", " ", "  ", "    ", "\t", "> ", "> > ", ">");
const mark = fc.constantFrom("- ", "* ", "+ ", "1. ", "7) ", "- [ ] ", "- [x] ", "1. [ ] ", "1. AC-1: ");

const items = fc
  .array(fc.tuple(fc.constantFrom("", "", "  ", "   ", "    "), mark, words), { minLength: 1, maxLength: 5 })
  .map((all) => all.map(([indent, sign, text]) => `${indent}${sign}${text}`));
const cell = fc
  .oneof(word, fc.constantFrom("", " ", "a \\| b"))
  .map((text) => text.replace(/(?<!\\)\|/g, "/"));
const table = fc.integer({ min: 1, max: 4 }).chain((width) => {
  const row = fc.array(cell, { minLength: width, maxLength: width });
  return fc
    .tuple(row, fc.array(row, { maxLength: 3 }), fc.constantFrom("---", ":--", "-", "--:"), fc.boolean())
    .map(([head, rows, dashes, isOpen]) => {
      const lineOf = (cells: string[]) => {
        const text = cells.join(" | ");
        return isOpen && width > 1 ? text : `| ${text} |`;
      };
      return [lineOf(head), lineOf(head.map(() => dashes)), ...rows.map(lineOf)];
    });
});
const fence = fc
  .tuple(fc.constantFrom("```", "~~~", "````", "```ts"), wordLines, fc.boolean())
  .map(([open, lines, isClosed]) => [open, ...lines, ...(isClosed ? [open.replace("ts", "")] : [])]);

const block = fc
  .tuple(
    lead,
    fc.oneof(
      wordLines,
      items,
      table,
      fence,
      fc.tuple(fc.constantFrom("#", "##", "######"), words).map(([sign, text]) => [`${sign} ${text}`]),
      fc.tuple(words, fc.constantFrom("===", "---")).map(([text, line]) => [text, line]),
      fc.constantFrom(["---"], ["***"], ["<div>", "in it", "</div>"], ["[a]: https://acme.example"], [""]),
    ),
  )
  .map(([before, lines]) => lines.map((line) => before + line));

/** Texts with all of Markdown's blocks, in and out of order, and each kind of line end. */
export const anyText: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 6 }),
    fc.constantFrom("one", "two", "mixed"),
    fc.constantFrom("\n", "\r\n", "mixed"),
    fc.infiniteStream(fc.nat(3)),
  )
  .map(([blocks, gap, end, picks]) => {
    const pick = () => picks.next().value ?? 0;
    const lines = blocks.flatMap((lines) => [
      ...lines,
      ...(gap === "two" || (gap === "mixed" && pick() > 0) ? [""] : []),
    ]);
    const ends = ["\n", "\r\n", "\n", "\r"];
    return lines.map((line) => line + (end === "mixed" ? ends[pick()] : end)).join("");
  });
