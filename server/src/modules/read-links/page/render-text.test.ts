import fc from "fast-check";
import { Parser } from "htmlparser2";
import { expect, it } from "vitest";
import { renderText } from "./render-text.ts";

const id = "019ac9e6-1f22-7b13-8c24-d5e6f7a8b9c0";
const html = (text: string, hasNames = false) =>
  renderText(text, { pictureAt: (asked) => (asked === id ? `/l/x/files/${asked}` : null), hasNames }).trim();

it.each([
  ["# Title", "<h4>Title</h4>"],
  ["a <b>bold</b> <script>alert(1)</script>", "<p>a bold alert(1)</p>"],
  ["<div onclick=x>\n\nText\n\n</div>", "<p>Text</p>"],
  ["[a](javascript:alert(1))", "<p>a</p>"],
  ["[a](/projects/web)", "<p>a</p>"],
  ["[a](data:text/html,x)", "<p>a</p>"],
  [
    "[a](https://example.com 'title')",
    '<p><a href="https://example.com" rel="noopener noreferrer nofollow">a</a></p>',
  ],
  ["![A *chart*](https://example.com/a.png)", "<p>A chart</p>"],
  ["![](https://example.com/a.png)", "<p></p>"],
  ["![Chart](/v1/files/019ac9e6-1f22-7b13-8c24-d5e6f7a8b9c1)", "<p>Chart</p>"],
  [`![Chart](/v1/files/${id})`, `<p><img src="/l/x/files/${id}" alt="Chart" loading="lazy"></p>`],
  ["Ask [@Ada **Lovelace**](user:1).", "<p>Ask @somebody.</p>"],
])("%j is shown as %s", (text, expected) => {
  expect(html(text)).toBe(expected);
});

it("a mention is a plain name where names are shown", () => {
  expect(html("[@Ada](user:1)", true)).toBe("<p>@Ada</p>");
});

it("a cell keeps its alignment, without a style", () => {
  expect(html("| a |\n|--:|\n| 1 |")).toContain('<td class="right">1</td>');
});

const allowed = new Set(
  "p h4 h5 h6 ul ol li strong em s a img code pre blockquote table thead tbody tr th td hr br".split(" "),
);
const attributes = new Set(["href", "rel", "src", "alt", "loading", "class", "start"]);

it("whatever a text says, it makes no other element or attribute, and loads nothing else", () => {
  const piece = fc.constantFrom(
    ...["<", ">", '"', "'", "`", "\n", "\n\n", "![", "](", ")", "[", "]", "*", "_", "|", "- ", "1. ", "> "],
    ...[
      "<script>",
      "</script>",
      "<img src=x onerror=alert(1)>",
      "<style>",
      "javascript:alert(1)",
      "<!--",
      "-->",
    ],
    ...[
      "https://a.example",
      "/v1/files/",
      id,
      "user:1",
      "&lt;",
      "&#x3c;",
      "```",
      "    ",
      "onerror=x",
      "{",
      '="',
      "\\",
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const parser = new Parser({
        onopentag(name, given) {
          expect(allowed).toContain(name);
          for (const attribute of Object.keys(given)) expect(attributes).toContain(attribute);
          if (name === "img") expect(given.src).toBe(`/l/x/files/${id}`);
          if (given.href !== undefined) expect(given.href).toMatch(/^(https?:|mailto:)/i);
        },
        oncomment() {
          throw new Error("there is a comment");
        },
      });
      parser.end(html(pieces.join("")));
    }),
    { numRuns: 1000 },
  );
});
