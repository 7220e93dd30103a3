import fc from "fast-check";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const markdown = (html: string) => htmlToMarkdown(html)?.markdown ?? null;
const lines = (...all: string[]) => all.join("\n");

describe("Google Docs", () => {
  const docs = (html: string) =>
    `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1a2b3c4d-7fff">${html}</b><br class="Apple-interchange-newline">`;
  const span = (words: string, style = "font-weight:400;font-style:normal;text-decoration:none") =>
    `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};vertical-align:baseline;white-space:pre-wrap;">${words}</span>`;

  it("gives headings, marks and links, and no bold for all", () => {
    const html = docs(
      `<h1 dir="ltr" style="line-height:1.38;">${span("Checkout", "font-weight:700")}</h1>` +
        `<p dir="ltr">${span("Guests ")}${span("pay ", "font-weight:700")}${span("at once", "font-weight:700;font-style:italic")}${span(", ")}${span("later", "text-decoration:line-through")}${span(" by ")}` +
        `<a href="https://www.google.com/url?q=https://example.com/pay%3Fa%3D1&amp;sa=D" style="text-decoration:none;">${span("card", "text-decoration:underline")}</a>${span(" and ")}${span("pay()", "font-family:'Courier New',monospace")}${span(".")}</p>`,
    );
    expect(markdown(html)).toBe(
      lines(
        "# Checkout",
        "",
        "Guests **pay _at once_**, ~~later~~ by [card](https://example.com/pay?a=1) and `pay()`.",
      ),
    );
  });

  it("gives nested and numbered lists without blank lines, and checklists", () => {
    const item = (words: string, attributes = "") =>
      `<li dir="ltr" ${attributes}><p dir="ltr" role="presentation">${span(words)}</p></li>`;
    const html = docs(
      `<ul style="margin-top:0;">${item("One", 'aria-level="1"')}<ul>${item("Inner", 'aria-level="2"')}</ul>${item("Two")}</ul>` +
        `<ol start="3">${item("Third")}${item("Fourth")}</ol>` +
        `<ul>${item("Done", 'role="checkbox" aria-checked="true"').replace("<p", '<img src="data:image/png;base64,AAAA" width="1" alt="checked"/><p')}${item("Open", 'role="checkbox" aria-checked="false"')}</ul>`,
    );
    expect(markdown(html)).toBe(
      lines(
        ...["- One", "  - Inner", "- Two", ""],
        ...["3. Third", "4. Fourth", ""],
        ...["- [x] Done", "- [ ] Open"],
      ),
    );
  });

  it("gives tables, whose first row is the head", () => {
    const cell = (words: string) => `<td style="border:1pt"><p dir="ltr">${span(words)}</p></td>`;
    const html = docs(
      `<div dir="ltr" align="left"><table><colgroup><col width="100"/><col/></colgroup><tbody><tr>${cell("Card")}${cell("Fee")}</tr><tr>${cell("Visa | Debit")}${cell("1 %")}</tr></tbody></table></div>`,
    );
    expect(markdown(html)).toBe(lines("| Card | Fee |", "| - | - |", "| Visa \\| Debit | 1 % |"));
  });
});

describe("Word", () => {
  const word = (body: string) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-GB><!--StartFragment-->${body}<!--EndFragment--></body></html>`;
  const item = (level: number, mark: string, words: string) =>
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;

  it("gives lists of its numbered and dotted paragraphs, by their level", () => {
    const html = word(
      `<p class=MsoNormal>Before<o:p></o:p></p>\n${item(1, "·", "One")}\n${item(2, "o", "Inner")}\n${item(1, "·", "<b>Two</b>")}\n<p class=MsoNormal><o:p>&nbsp;</o:p></p>\n${item(1, "1.", "First")}\n${item(1, "2.", "Second")}\n${item(2, "a)", "Inner")}`,
    );
    expect(markdown(html)).toBe(
      lines(
        ...["Before", "", "- One", "  - Inner", "- **Two**", ""],
        ...["1. First", "2. Second", "   1. Inner"],
      ),
    );
  });

  it("gives titles, headings, marks and tables, and nothing of its own files", () => {
    const html = word(
      `<p class=MsoTitle>Checkout<o:p></o:p></p><h2>Fees<o:p></o:p></h2><p class=MsoNormal>A <b style='mso-bidi-font-weight:normal'>fee</b>\n of <i>one</i> <s>percent</s>.<!--[if gte vml 1]><v:shape id="x"/><![endif]--><img width=300 height=200 src="file:///C:/Users/me/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" alt="A chart"></p><table class=MsoTableGrid border=1><tr><td><p class=MsoNormal><b>Card</b><o:p></o:p></p></td><td><p class=MsoNormal>Fee<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>Visa<o:p></o:p></p></td><td><p class=MsoNormal>1<o:p></o:p></p><p class=MsoNormal>2</p></td></tr></table>`,
    );
    expect(markdown(html)).toBe(
      lines(
        ...["# Checkout", "", "## Fees", "", "A **fee** of *one* ~~percent~~.A chart", ""],
        ...["| **Card** | Fee |", "| - | - |", "| Visa | 1 2 |"],
      ),
    );
  });
});

describe("Notion, GitHub and web pages", () => {
  it("gives Notion's to-dos, quotes and code with its language", () => {
    const html = `<meta charset='utf-8'><h3>Notes</h3><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Paid</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">Sent</span></li></ul><blockquote>Said<br>twice</blockquote><pre class="code"><code class="language-typescript">const a = "&lt;b&gt;";\n</code></pre><p>With <mark class="highlight-red">colour</mark> and <code>snake_case</code> of snake_case.</p><hr/>`;
    expect(markdown(html)).toBe(
      lines(
        ...["### Notes", "", "- [x] Paid", "", "* [ ] Sent", "", "> Said\\", "> twice", ""],
        ...["```typescript", 'const a = "<b>";', "```", ""],
        ...["With colour and `snake_case` of snake_case.", "", "---"],
      ),
    );
  });

  it("gives GitHub's task lists, headings without their anchors, and highlighted code", () => {
    const html = `<div class="markdown-heading"><h2 class="heading-element">Install</h2><a id="user-content-install" class="anchor" aria-label="Permalink: Install" href="#install"><svg class="octicon"><path d="m1"></path></svg></a></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked disabled> Read <a href="https://github.com/acme/billing/pull/7">#7</a></li><li class="task-list-item"><input type="checkbox" disabled> Run<ul><li>twice</li></ul></li></ul><div class="highlight highlight-source-shell notranslate"><pre>npm <span class="pl-c1">start</span>\nnpm test</pre><div class="zeroclipboard-container"><clipboard-copy value="npm start"><svg></svg></clipboard-copy></div></div>`;
    expect(markdown(html)).toBe(
      lines(
        ...["## Install", "", "- [x] Read [#7](https://github.com/acme/billing/pull/7)", "- [ ] Run"],
        ...["  - twice", "", "```shell", "npm start", "npm test", "```"],
      ),
    );
  });

  it("makes links of other sites' pictures, and takes out pictures within the text", () => {
    const png = Buffer.from("a picture").toString("base64");
    const html = `<p>See <img src="https://example.com/a.png" alt="the chart"> and <a href="https://example.com"><img src="https://example.com/b.png" alt="home"></a> <img src="https://example.com/pixel.gif" width="1" height="1"></p><p><img src="data:image/png;base64,${png}" alt="Ours"></p><p>End</p>`;
    const pasted = htmlToMarkdown(html);
    expect(pasted?.markdown).toBe(
      "See [the chart](https://example.com/a.png) and [home](https://example.com/)\n\n\n\nEnd",
    );
    expect(pasted?.pictures).toMatchObject([{ at: 77, type: "image/png", name: "Ours.png" }]);
    expect(Buffer.from(pasted?.pictures[0]?.bytes ?? []).toString()).toBe("a picture");
  });

  it("drops scripts, styles, forms, frames, hidden parts and addresses that run something", () => {
    const html = `<h1>Title</h1><script>alert(1)</script><style>p{}</style><p onclick="alert(1)">One <a href="javascript:alert(1)">two</a> <a href="data:text/html,x">three</a> <span style="display:none">no</span><iframe src="https://example.com"></iframe><object data="x"></object><svg onload="alert(1)"><title>no</title></svg> &lt;script&gt;alert(2)&lt;/script&gt; ![x](javascript:y)</p>`;
    expect(markdown(html)).toBe(
      "# Title\n\nOne two three \\<script>alert(2)\\</script> !\\[x]\\(javascript:y)",
    );
  });

  it("escapes what would be Markdown, and leaves marks and words whole", () => {
    const html = `<p><b>Bold </b>and <i></i><em> both</em><b> sides</b><b>!</b></p><p>1. no list</p><p># no heading, a*b, [x]</p><div>A<br><br>B</div>`;
    expect(markdown(html)).toBe(
      lines(
        ...["**Bold** and *both* **sides!**", "", "1\\. no list", "", "\\# no heading, a\\*b, \\[x]", ""],
        ...["A", "", "B"],
      ),
    );
  });

  it("leaves plain words and copied code to the plain text", () => {
    for (const html of [
      `<meta charset='utf-8'><span style="color:#1f2328;font-family:Arial;">A sentence, and *stars*.</span>`,
      "<p>One</p><p>Two<br>Three</p>",
      `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Consolas, 'Courier New', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #569cd6;">const</span><span style="color: #d4d4d4;"> a = 1</span></div></div>`,
      `<html><head><meta http-equiv="content-type"></head><body><pre style="background-color:#2b2b2b;font-family:'JetBrains Mono',monospace;"><span style="color:#cc7832;">val </span>a = 1</pre></body></html>`,
      `<b>${"x".repeat(2_000_000)}</b>`,
      "",
    ])
      expect(htmlToMarkdown(html)).toBe(null);
  });
});

describe("any HTML", () => {
  const within = fc.constantFrom("b", "i", "s", "code", "span", "a", "u", "mark", "font", "sub", "q", "x-y");
  const block = fc.constantFrom(
    ...["p", "div", "h1", "h4", "ul", "ol", "li", "table", "tr", "td", "th", "pre", "blockquote", "dl", "dt"],
    ...["details", "section", "center", "thead", "svg", "script", "form", "label"],
  );
  const attribute = fc.constantFrom(
    ...["", 'href="javascript:alert(1)"', 'href="https://example.com/a b"', 'style="font-weight:700"'],
    ...['style="font-family:monospace"', 'colspan="9999"', 'rowspan="9999"', 'role="checkbox"', "onclick=x"],
    ...[
      'class="MsoListParagraph" style="mso-list:l0 level3 lfo1"',
      'start="99999999999"',
      'class="checkbox-on"',
    ],
  );
  const words = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      " ",
      "\n",
      "&nbsp;",
      "&lt;img src=x onerror=y&gt;",
      "**",
      "`",
      "|",
      "![x](y)",
      "<br>",
      "<hr>",
    ),
    fc.constantFrom(
      '<img src="x">',
      '<img src="https://example.com/a">',
      "<input type=checkbox>",
      "<!-- x -->",
    ),
  );
  const { html } = fc.letrec<{ html: string; parts: string }>((tie) => ({
    html: fc.oneof(
      { maxDepth: 6 },
      words,
      fc
        .tuple(fc.oneof(within, block), attribute, tie("parts"), fc.boolean())
        .map(
          ([name, attributes, inner, isClosed]) =>
            `<${name} ${attributes}>${inner}${isClosed ? `</${name}>` : ""}`,
        ),
    ),
    parts: fc.array(tie("html"), { maxLength: 4 }).map((parts) => parts.join("")),
  }));
  const parser = unified().use(remarkParse).use(remarkGfm);

  it("becomes Markdown without HTML, whose links lead to pages and mail only", () => {
    fc.assert(
      fc.property(fc.array(html, { maxLength: 6 }), (parts) => {
        const pasted = htmlToMarkdown(parts.join(""));
        if (!pasted) return;
        expect(pasted.markdown.length).toBeLessThanOrEqual(1_000_000);
        const open: { type: string; url?: string; children?: unknown[] }[] = [parser.parse(pasted.markdown)];
        for (let node = open.pop(); node; node = open.pop()) {
          expect(node.type).not.toBe("html");
          expect(node.type).not.toBe("image");
          if (node.url !== undefined) expect(node.url).toMatch(/^(https?:|mailto:)/);
          open.push(...((node.children ?? []) as typeof open));
        }
      }),
      { numRuns: 1500 },
    );
  });

  it("has the marks of neighbouring code apart", () => {
    const pasted = htmlToMarkdown("<p><code>!</code><code>`&lt;img src=x&gt;</code></p>");
    expect(pasted?.markdown).toBe("``!`<img src=x>``");
  });

  it("ends, however deep or wide it is", () => {
    const marks = Array.from({ length: 1000 }, (_, n) => `<b class="${n}">`).join("");
    for (const html of [
      ...["<div>", "<blockquote>", "<ul><li>", "<b>", "<table><tr><td>", "<a href=//x>", "<p><i>"].map(
        (part) => part.repeat(3000),
      ),
      marks + "<p>".repeat(100_000),
      `<table>${"<tr><td rowspan=65534 colspan=1000>a".repeat(2000)}`,
    ])
      try {
        const pasted = htmlToMarkdown(`${html}<h1>x</h1>`);
        expect(pasted?.markdown.length ?? 0).toBeLessThan(1_000_000);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError); // The stack, or the elements; the worker answers null.
      }
  });
});
