import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documents } from "./documents.test-support.ts";
import { acceptanceCriteria } from "./read-criteria.ts";

const texts = (...lines: string[]) => acceptanceCriteria(lines.join("\n")).map((criterion) => criterion.text);
const withoutLines = (markdown: string) => acceptanceCriteria(markdown).map(({ id, text }) => ({ id, text }));
const under = (...lines: string[]) => texts("## Acceptance criteria", ...lines);

describe("which items are criteria", () => {
  test("numbered items under a criteria heading are criteria, with their label or null as id", () => {
    const markdown = "Intro\n\n## Acceptance criteria\n\n1. **AC-1:** one\n2. two\n";
    expect(acceptanceCriteria(markdown)).toEqual([
      { id: "AC-1", text: "one", line: 5 },
      { id: null, text: "two", line: 6 },
    ]);
  });

  test("a document without a criteria heading has none", () => {
    expect(texts("# Plan", "", "1. one")).toEqual([]);
    expect(acceptanceCriteria("")).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5, 6])("an ATX heading of level %i counts", (level) => {
    expect(texts(`${"#".repeat(level)} Done when ##`, "1. one")).toEqual(["one"]);
  });

  test("an underlined heading counts", () => {
    expect(texts("Acceptance criteria", "===", "1. one")).toEqual(["one"]);
    expect(texts("Acceptance", "criteria:", "---", "1. one")).toEqual(["one"]);
    expect(texts("text above", "Acceptance criteria", "---", "1. one")).toEqual([]);
  });

  test("seven hashes, hashes without a space and hashes four columns in make no heading", () => {
    expect(texts("####### Done when", "1. one")).toEqual([]);
    expect(texts("#Done when", "1. one")).toEqual([]);
    expect(texts("    # Done when", "1. one")).toEqual([]);
  });

  test("the section ends at the next heading of its level or above", () => {
    expect(under("1. one", "## Notes", "1. no")).toEqual(["one"]);
    expect(under("1. one", "# Notes", "1. no")).toEqual(["one"]);
    expect(under("1. one", "", "Notes", "---", "1. no")).toEqual(["one"]);
  });

  test("a deeper heading stays inside the section", () => {
    expect(
      under("1. one", "### Errors", "1. two", "#### Done when", "1. three", "### Limits", "1. four"),
    ).toEqual(["one", "two", "three", "four"]);
  });

  test("every criteria section of the document counts", () => {
    expect(
      texts("# A", "## Done when", "1. one", "# B", "1. no", "## Acceptance criteria", "1. two"),
    ).toEqual(["one", "two"]);
    expect(under("1. one", "## Done when", "1. two")).toEqual(["one", "two"]);
  });

  test("a number may be any of up to nine digits, with a dot or a parenthesis, and may restart", () => {
    expect(under("7. a", "7. b", "", "1) c", "0) d", "text", "", "123456789. e", "", "- x", "5. f")).toEqual([
      "a",
      "b",
      "c",
      "d text",
      "e",
      "f",
    ]);
    expect(under("1234567890. a", "", "1.a", "", "1 . a", "", "a. a", "", "１．a")).toEqual([]);
  });

  test("bullets next to a numbered list are not criteria, and neither are the numbers in bullets", () => {
    expect(under("- a", "  1. b", "* [ ] c", "", "1. d", "", "+ e")).toEqual(["d"]);
  });

  test("quoted numbers are not criteria, and a quoted heading starts and ends nothing", () => {
    expect(under("> 1. a", "> # Notes", "", "1. b")).toEqual(["b"]);
    expect(texts("> # Done when", "", "1. a")).toEqual([]);
  });

  test("a heading in a list item starts and ends nothing", () => {
    expect(texts("- # Done when", "", "1. a")).toEqual([]);
    expect(under("- # Notes", "", "1. a")).toEqual(["a"]);
  });

  test("code contains neither headings nor criteria", () => {
    expect(under("```", "1. a", "# Notes", "```", "1. b")).toEqual(["b"]);
    expect(under("~~~~ md", "```", "1. a", "~~~", "1. a", "~~~~", "1. b")).toEqual(["b"]);
    expect(texts("```", "# Done when", "```", "1. a")).toEqual([]);
  });

  test("an unclosed fence extends to the end", () => {
    expect(under("1. a", "", "```", "2. b")).toEqual(["a"]);
  });

  test("backticks with a backtick after them are no fence", () => {
    expect(under("``` a ` b", "", "1. c")).toEqual(["c"]);
  });

  test("HTML comments contain neither headings nor criteria", () => {
    expect(under("<!-- 1. a -->", "1. b", "<!--", "2. c", "", "# Notes", "-->", "3. d")).toEqual(["b", "d"]);
  });

  test("HTML blocks end at a blank line, their text is no list", () => {
    expect(under("<details>", "1. a", "", "1. b", "</details>")).toEqual(["b"]);
    expect(under("<pre>", "1. a", "", "1. a", "</pre>", "1. b")).toEqual(["b"]);
    expect(under("<x-note kind='a'>", "1. a", "", "1. b")).toEqual(["b"]);
    expect(under("text", "<x-note kind='a'>", "1. a")).toEqual(["a"]);
  });

  test("a number other than 1 does not interrupt a paragraph", () => {
    expect(under("text", "2. a")).toEqual([]);
    expect(under("text", "1. a")).toEqual(["a"]);
    expect(under("text", "", "2. a")).toEqual(["a"]);
  });

  test("an item without text is no criterion, unless it has a label", () => {
    expect(under("1.", "2. ", "3. a", "4. [ ]")).toEqual(["a"]);
    expect(acceptanceCriteria("# Done when\n1. AC-1:")).toEqual([{ id: "AC-1", text: "", line: 2 }]);
  });
});

describe("the text of a criterion", () => {
  test("wrapped lines are joined by one space, indented or not", () => {
    expect(under("1. a  b", "   c ", "d", "       e")).toEqual(["a  b c d e"]);
  });

  test("inline markdown stays as written", () => {
    expect(under("1. a **b** `c  d` [e](f) <g> \\* &amp;")).toEqual(["a **b** `c  d` [e](f) <g> \\* &amp;"]);
  });

  test("hard line breaks stay", () => {
    expect(under("1. Given a  ", "   When b\\", "   Then c")).toEqual(["Given a  \nWhen b\\\nThen c"]);
  });

  test("a line that could be read as something else on its own is joined after a hard break too", () => {
    expect(under("1. a  ", "===")).toEqual(["a ==="]);
    expect(under("1. a  ", "   2. b")).toEqual(["a 2. b"]);
    expect(under("1. a  ", "       - b")).toEqual(["a - b"]);
  });

  test("nested lists are part of the text, with their markers and indents relative to it", () => {
    expect(under("1. a", "   - b", "     c", "     - d", "   1. e", "   2. f", "2. g")).toEqual([
      "a\n- b c\n  - d\n1. e\n2. f",
      "g",
    ]);
  });

  test("nested blocks lose unnecessary indents", () => {
    expect(under("1. a", "    - b", "        - c", "", "      d")).toEqual(["a\n- b\n    - c\n\n  d"]);
    expect(under("1. a", "\t- b", "\t\t- c")).toEqual(["a\n- b\n    - c"]);
  });

  test("further paragraphs stay apart", () => {
    expect(under("1. a", "", "   b", "   c", "", "2. d")).toEqual(["a\n\nb c", "d"]);
  });

  test("a paragraph that is not indented ends the text", () => {
    expect(under("1. a", "", "b", "", "   c")).toEqual(["a"]);
  });

  test("code in the text keeps its lines, indents and tabs", () => {
    expect(under("1. a", "   ```sh", "   1. b", "", "   \tc  ", "     d", "   ```", "2. e")).toEqual([
      "a\n```sh\n1. b\n\n\tc  \n  d\n```",
      "e",
    ]);
    expect(under("1. a", "\t```", "\t\tb", "\t```")).toEqual(["a\n```\n\tb\n```"]);
    expect(under("1. a", "   ```", "\tb", "   ```")).toEqual(["a\n```\n b\n```"]);
    expect(under("1. a", "", "       b", "", "        c")).toEqual(["a\n\n    b\n\n     c"]);
  });

  test("an unclosed code fence ends with its item", () => {
    expect(under("1. a", "   ```", "   b", "2. c")).toEqual(["a\n```\nb", "c"]);
  });

  test("quotes in the text keep their markers", () => {
    expect(under("1. a", "   > b", "   > c", "   >", "   > 1. d")).toEqual(["a\n> b c\n>\n> 1. d"]);
    expect(under("1. > ```", "", "   > a", "   > b")).toEqual(["> ```\n\n> a b"]);
    expect(under("1. - > ---", "a")).toEqual(["- > ---"]);
  });

  test("tables in the text keep their rows", () => {
    expect(under("1. a", "", "   | b | c |", "   |---|:-:|", "   | d | e |", "   f | g")).toEqual([
      "a\n\n| b | c |\n|---|:-:|\n| d | e |\nf | g",
    ]);
    expect(under("1. a", "", "   b | c", "   --|--", "   d | e", "2. f")).toEqual([
      "a\n\nb | c\n--|--\nd | e",
      "f",
    ]);
  });

  test("rows that are not indented neither begin nor continue a table in the text", () => {
    expect(under("1. a", "| b | c |")).toEqual(["a | b | c |"]);
    expect(under("1. a | b", "--|--")).toEqual(["a | b --|--"]);
    expect(under("1. | a |", "   |---|", "b", "2. c")).toEqual(["| a |\n|---|"]);
  });

  test("HTML in the text stays", () => {
    expect(under("1. a <!-- b -->", "   <!--", "   2. c", "   -->")).toEqual([
      "a <!-- b -->\n<!--\n2. c\n-->",
    ]);
  });

  test("headings and breaks in the text stay and do not end it", () => {
    expect(under("1. a", "   # b", "   ***", "   c", "   ---", "2. d")).toEqual(["a\n# b\n***\nc\n---", "d"]);
  });

  test("an item's text may start on the line after its number, but not after a blank one", () => {
    expect(under("1.", "   a", "2.", "", "   b")).toEqual(["a"]);
    expect(under("1.", "   a", "", "   b")).toEqual(["a\n\nb"]);
  });

  test("white space after the number is not part of the text, however wide", () => {
    expect(under("1.\ta", "\tb", "2.   c", "3.        d")).toEqual(["a b", "c", "d"]);
    expect(under("1.     a", "", "   b")).toEqual(["a\n\nb"]);
  });

  test("full-width text is read like any other", () => {
    expect(
      acceptanceCriteria("#### 受け入れ基準\n1. **AC-1:** 送信する\n   と、届く。\n2. 「1. 番号」\n"),
    ).toEqual([
      { id: "AC-1", text: "送信する と、届く。", line: 2 },
      { id: null, text: "「1. 番号」", line: 4 },
    ]);
  });

  test("a byte order mark before the first heading is ignored", () => {
    expect(texts("\uFEFF# Done when", "1. a")).toEqual(["a"]);
  });
});

test("generated documents of sections and items give exactly their items", () => {
  fc.assert(
    fc.property(documents, ({ markdown, criteria }) => {
      expect(withoutLines(markdown)).toEqual(criteria);
    }),
    { numRuns: 500 },
  );
});

test("CRLF, CR and LF line endings give the same criteria", () => {
  fc.assert(
    fc.property(documents, ({ markdown, criteria }) => {
      expect(withoutLines(markdown.replaceAll("\n", "\r\n"))).toEqual(criteria);
      expect(withoutLines(markdown.replaceAll("\n", "\r"))).toEqual(criteria);
    }),
  );
});

test("any document gives trimmed criteria that are not empty", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
      for (const criterion of acceptanceCriteria(`# Done when\n1. ${text}\n2. ${text}`)) {
        expect(criterion.text).toBe(criterion.text.trim());
        expect(criterion.id ?? criterion.text).not.toBe("");
      }
    }),
  );
});
