import { expect, test } from "vitest";
import { bareText, mostInBody, renderBody } from "./body.ts";
import { neutralizeMentions } from "./neutralize-mentions.ts";

// Quadratic parsing of these would take minutes or overflow the stack. No test measures it; it would hit the
// time limit.

const SIZE = process.env.LONG ? 1_000_000 : 250_000;
const fill = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);

test.each([
  ...['"` ', "\\`", "`", "` ``", "` `` ``` ", "| ` |\n", "|-|\n`a`\n", "``` ", "```\n", "~~~\n\n", "- ``` "],
  ...[
    "@a ",
    "@&",
    "@<",
    "a@b ",
    "&#64;a",
    "&aaaa@b",
    "&a",
    "a",
    "1",
    "😀@a",
    "\\",
    " ",
    "\t",
    "\n",
    "\r",
    "#\n",
  ],
  ...[
    ">",
    "> ",
    ">\n",
    "- ",
    "> - ",
    "* - ",
    "a\n-\n",
    "|\n",
    "\n    a",
    "<!--\n\n",
    "<!-- ",
    "<!-- groundplan",
    "<!-- groundplan: ",
    "---\n in Groundplan\n\n",
    "---\n in Groundplan",
    "---  \nPLAN-1 in Groundplan\t\n\n",
  ],
  ...["<", "<a ", "<5", "<a a='", "<a a=\"'", "<a \"'", "<a '<' ", '<a b="`" ', "<a b b "],
  ...["[", "[a", "[^", "[a]: ", "[a]: b\n", "](", '](a "', "](a ", "][", "][a", "://", "www.", "https://a/@"],
  ...["https://a.", "https://a/&", "[https://a/@v "],
])("a long text of %j is quieted and cut", (unit) => {
  const text = fill(unit);
  expect(neutralizeMentions(text).length).toBeGreaterThanOrEqual(text.length);
  const { body } = renderBody({ title: "", text, handle: "", identity: { clientId: "", marker: "" } });
  expect(body.length).toBeLessThanOrEqual(mostInBody);
  expect(bareText(text).length).toBeLessThanOrEqual(text.length);
});

test("a long text of runs of backticks, each of another length, is quieted", () => {
  const runs = Array.from({ length: 1400 }, (_, index) => "`".repeat(index + 1)).join(" @a ");
  expect(neutralizeMentions(runs)).toBe(runs.replaceAll("@", "@\u2060"));
});
