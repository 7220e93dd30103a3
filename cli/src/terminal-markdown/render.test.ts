import fc from "fast-check";
import { expect, it } from "vitest";
import { render } from "./render.ts";
import type { Style } from "./spans.ts";

const plain: Style = (_format, part) => part;
const marked: Style = (format, part) => `<${format}>${part}</${format}>`;

it("shows headings, lists, quotes and code in the usual form of a terminal", () => {
  const text = `# Sign in
People **sign in**, see [help](https://example.com).

## Acceptance criteria

1. AC-1: The \`right\` password
   opens the list.
2. A wrong one
   - says so
   - counts

> Keep it *simple*.

\`\`\`ts
go();
\`\`\`
---
| a | b |
|---|---|
| 1 | 2 |`;
  expect(render(text, plain).join("\n")).toBe(`Sign in

People sign in, see help (https://example.com).

Acceptance criteria

1. AC-1: The right password
   opens the list.
2. A wrong one
   • says so
   • counts

│ Keep it simple.

    go();
────────────────────────────────────────

| a | b |
|---|---|
| 1 | 2 |`);
  const styled = render(text, marked).join("\n");
  expect(styled).toContain("<bold>Sign in</bold>");
  expect(styled).toContain("<bold>sign in</bold>");
  expect(styled).toContain("<cyan>right</cyan>");
  expect(styled).toContain("│ Keep it <italic>simple</italic>.");
});

it("keeps an item that begins with a block, an empty one, and the numbers of a list", () => {
  expect(render("7. > said\n8.\n9. ```\n   x\n   ```", plain)).toEqual(["7. │ said", "8.", "9.     x"]);
});

it("shows every word of any text", () => {
  const piece = fc.constantFrom(
    ..."$ |# $\n|- $\n|1. $\n|> $\n|  $\n|\n|\n\n|**$**|*$|`$`|```\n|[$](x)|![$](y)||$| b |\n|---|---|\n|    $\n|<b>$</b>".split(
      "|",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = pieces.map((one, n) => one.replaceAll("$", `w${n}w`)).join("");
      const shown = render(text, plain).join("\n");
      // Words of an image's or fence's info line are shown elsewhere or not at all.
      const words = text.replace(/```[^\n]*/gu, "").match(/w\d+w/gu) ?? [];
      expect(words.filter((word) => !shown.includes(word))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
