import fc from "fast-check";
import { expect, test } from "vitest";
import { readWhole } from "../../test/extract/read.ts";
import { htmlToMarkdown } from "./html/html-to-markdown.ts";

const markdown = (html: string) => htmlToMarkdown(html).text;

test("Headings, nested lists, links, code and quotes survive as markdown", () => {
  const html = `<h2>Moorings</h2><p>See <a href="https://a.example/b c">the <em>plan</em></a>, use <code>tide()</code>.
    <ul><li>North<ol start=3><li>Quay<li><p>Pier</p></ol></li><li>South</ul>
    <blockquote><p>Slow<p>down</blockquote><pre><code class="language-ts">if (a &lt; b) {
  go();
}</code></pre><hr><dl><dt>Draught<dd>2 m</dl>`;
  expect(markdown(html)).toBe(`## Moorings

See [the *plan*](<https://a.example/b%20c>), use \`tide()\`.

- North
  3. Quay
  4. Pier
- South

> Slow
>
> down

\`\`\`ts
if (a < b) {
  go();
}
\`\`\`

---

Draught

2 m`);
});

test("A table keeps its rows and columns: spans, pipes, line breaks, and a nested table", () => {
  const html = `<table><caption>Tides</caption><thead><tr><th>Port<th colspan=2>High</thead>
    <tr><td rowspan=2>Ost|end<td>1<br>2<td><ul><li>a<li>b</ul>
    <tr><td>3<td><table><tr><td>in<td>ner</table></table>`;
  expect(markdown(html)).toBe(`Tides

| Port | High |  |
| --- | --- | --- |
| Ost\\|end | 1<br>2 | - a<br>- b |
|  | 3 | in<br>ner |`);
});

test("A table that is too wide is cut and says so", async () => {
  const page = (count: number) => Buffer.from(`<table><tr>${"<td>cell".repeat(count)}</table>`);
  expect((await readWhole("a.html", page(500))).problem).toBeNull();
  const wide = await readWhole("a.html", page(501));
  expect(wide.text.match(/cell/g)).toHaveLength(500);
  expect(wide.problem).toBe("Tables have more than 500 columns; the rest were left out.");
});

test("A table of one column is layout, unless it has a head or says that it is a table, and its content fits into cells", () => {
  expect(markdown("<table><tr><td><h1>One</h1><p>Two</p></table>")).toBe("# One\n\nTwo");
  expect(markdown("<table><tr><td>One<tr><td>Two</table>")).toBe("One\n\nTwo");
  const table = "| Port |\n| --- |\n| Ost |\n| West |";
  const rows = "<tr><td>Ost<tr><td>West";
  expect(markdown(`<table><tr><th>Port${rows}</table>`)).toBe(table);
  expect(markdown(`<table><thead><tr><td>Port</thead>${rows}</table>`)).toBe(table);
  expect(markdown(`<table><caption>Ports</caption><tr><td>Port${rows}</table>`)).toBe(`Ports\n\n${table}`);
  expect(markdown(`<table role=table><tr><td>Port${rows}</table>`)).toBe(table);
  expect(markdown("<table><tr><th>Port<tr><td><h2>One</h2></table>")).toBe("Port\n\n## One");
});

test("Scripts, styles and addresses that run scripts are left out; markup in text stays text", () => {
  const html = `<style>p{}</style><script>alert(1)</script><p># no heading &lt;script&gt; <a href="javascript:x">link</a>
    <a href="data:text/html,x">data</a> <img src="data:image/png;base64,xx" alt="Chart"><svg><text>no</text></svg>`;
  expect(htmlToMarkdown(html)).toEqual({
    text: "\\# no heading \\<script> link data ![Chart]",
    pictures: 1,
    problem: null,
  });
});

test("A page nested 10,000 deep is read, whatever is nested", () => {
  for (const name of ["div", "ul", "blockquote", "b", "table", "span", "a href=x"]) {
    const text = markdown(`${`<${name}>`.repeat(10_000)}deep`);
    expect(text).toContain("deep");
    expect(text.length).toBeLessThan(2000);
  }
});

test("A deeply nested web page is read as a document, without looking for its article", async () => {
  const html = `<nav>Menu</nav>${"<div>".repeat(10_000)}deep`;
  expect(await readWhole("a.html", html)).toMatchObject({ text: "Menu\n\ndeep", problem: null });
});

test("A web page gives its article without the menu around it, with its tables and lists", async () => {
  const menu = `<nav><a href="/">Home</a><a href="/jobs">Jobs</a></nav>`;
  const article = `<h1>Berths</h1><p>${"A berth is where a boat lies. ".repeat(20)}</p><ul><li>One<ul><li>Two</ul></ul><table><tr><th>A<th>B<tr><td>1<td>2</table>`;
  const html = `<title>Berths — Harbour</title><body>${menu}<main>${article}<a href=more>More</a></main><footer>Imprint</footer>`;
  const page = await readWhole("", html, "text/html", "https://harbour.example/berths/");
  expect(page).toMatchObject({ title: "Berths — Harbour", problem: null });
  expect(page.text).toMatch(/^# Berths\n\nA berth is/);
  expect(page.text).toContain("- One\n  - Two\n\n| A | B |\n| --- | --- |\n| 1 | 2 |");
  expect(page.text).toContain("[More](https://harbour.example/berths/more)");
  expect(page.text).not.toMatch(/Home|Jobs|Imprint/);
});

test("A page that needs a browser says so", async () => {
  const page = await readWhole("a.html", `<div id=root>Loading</div><script src=/app.js></script>`);
  expect(page).toMatchObject({
    text: "Loading",
    problem: expect.stringMatching(/which only a browser runs/),
  });
});

test("A short page that was read completely is whole, whatever scripts it has", async () => {
  for (const html of ["<h1>T</h1><p>All of it.</p>", "<h1>T</h1>", "<ul><li>One</ul>", "<p>One.<p>Two."])
    expect((await readWhole("a.html", `${html}<script>ga()</script>`)).problem, html).toBeNull();
});

test("A page may name its charset", async () => {
  const bytes = Buffer.from(`<meta charset="iso-8859-2"><p>\xb3\xf3d\xbc`, "latin1");
  expect((await readWhole("a.html", bytes)).text).toBe("łódź");
});

test("A page may name its charset in its XML declaration", async () => {
  const page =
    '<?xml version="1.0" encoding="iso-8859-2"?><html><body><p>za\xbf\xf3\xb3\xe6</p></body></html>';
  expect((await readWhole("a.html", Buffer.from(page, "latin1"))).text).toBe("zażółć");
  const odd = '<meta charset="utf-16"><p>Geb\xfchr</p>';
  expect((await readWhole("a.html", Buffer.from(odd, "latin1"))).text).toBe("Gebühr");
});

test("Checkboxes at the beginning of list items stay, checked or not, and items keep their numbers", () => {
  const box = (more: string) => `<input type="checkbox" disabled ${more}>`;
  expect(
    markdown(
      `<ul><li>${box("checked")} Moor<ul><li><p>${box("")}Pay</p></li></ul><li>Sail ${box("")}</ul>${box("")}Alone`,
    ),
  ).toBe("- [x] Moor\n  - [ ] Pay\n- Sail\n\nAlone");
  expect(markdown("<ol start=5><li>a<li value=9>b<li>c</ol>")).toBe("5. a\n9. b\n10. c");
});

test("A page with equations says that they may be missing", async () => {
  const page = "<p>Draught <math><mi>d</mi><mo>=</mo><mn>2</mn></math></p>";
  expect(await readWhole("a.html", page)).toMatchObject({
    text: "Draught",
    problem: "Equations are missing, or are shown as a row of their signs.",
  });
});

test("No HTML breaks the writer, and every word of it stays", () => {
  const tag = fc.constantFrom(
    ..."p div ul ol li table tr td th b i a code pre h1 blockquote br hr img span dl".split(" "),
  );
  const part = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    fc.nat(9999).map((n) => ` w${n} `),
    fc.constantFrom("|", "\n", "`", "*", "&lt;", "\\"),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const words = parts.filter((text) => text.startsWith(" w")).map((text) => text.trim());
      const found: string[] = markdown(parts.join("")).match(/w\d+/g) ?? [];
      // Text in a table outside of cells comes before the table, as in browsers.
      const hasTable = parts.some((text) => /^<t[adhr]/.test(text));
      if (hasTable) expect(found.toSorted()).toEqual(words.toSorted());
      else expect(found).toEqual(words);
    }),
    { numRuns: 500 },
  );
});
