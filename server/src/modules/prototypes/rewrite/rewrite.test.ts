import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rewritten, withStandIn } from "./rewrite.ts";
import { standIn } from "./stand-in.ts";

const sent = (text: string) => rewritten("text/html", Buffer.from(text), "/p/T").toString();
const html = (text: string) => sent(text).replace(standIn, "");
const css = (text: string) => rewritten("text/css", Buffer.from(text), "/p/T").toString();

describe("root-relative addresses are mapped to the link", () => {
  it.each([
    ['<script src="/app.js"></script>', '<script src="/p/T/app.js"></script>'],
    ["<a href='/'>Home</a>", "<a href='/p/T/'>Home</a>"],
    ["<img src=/a.png>", "<img src=/p/T/a.png>"],
    ['<LINK HREF=" /a.css">', '<LINK HREF=" /p/T/a.css">'],
    ['<base href="/">', '<base href="/p/T/">'],
    [
      '<img srcset="/a.png 1x, /b.png 2x,/c.png 3x">',
      '<img srcset="/p/T/a.png 1x, /p/T/b.png 2x,/p/T/c.png 3x">',
    ],
    ['<img srcset="a.png 1x, //h/b.png 2x">', '<img srcset="a.png 1x, //h/b.png 2x">'],
    ['<object data="/a.pdf"></object>', '<object data="/p/T/a.pdf"></object>'],
    ['<svg><use xlink:href="/i.svg#a"/></svg>', '<svg><use xlink:href="/p/T/i.svg#a"/></svg>'],
    ['<p style="background: url(/a.png)">', '<p style="background: url(/p/T/a.png)">'],
    [
      "<p style='background: url(&quot;/a.png&quot;)'>",
      "<p style='background: url(&quot;/p/T/a.png&quot;)'>",
    ],
    ["<style>a { b: url('/a.png') }</style>", "<style>a { b: url('/p/T/a.png') }</style>"],
    [
      '<meta http-equiv=refresh content="0; url=/next">',
      '<meta http-equiv=refresh content="0; url=/p/T/next">',
    ],
    ['<a href="/a" title="/b" data-src="/c">/d</a>', '<a href="/p/T/a" title="/b" data-src="/c">/d</a>'],
    ['<form action="/a"><button formaction="/b">', '<form action="/p/T/a"><button formaction="/p/T/b">'],
  ])("in HTML: %s", (before, after) => expect(html(before)).toBe(after));

  it.each([
    ["a { b: url(/x.png) }", "a { b: url(/p/T/x.png) }"],
    ['a { b: URL( "/x.png" ), url(/y.png) }', 'a { b: URL( "/p/T/x.png" ), url(/p/T/y.png) }'],
    ['a { b: url("/x?a=1&b=2") } c { d: url(/y) }', 'a { b: url("/p/T/x?a=1&b=2") } c { d: url(/p/T/y) }'],
    ["a { b: url(/x'y) } c { d: url(/z) }", "a { b: url(/p/T/x'y) } c { d: url(/z) }"],
    ['@import "/x.css"; @import url(/y.css);', '@import "/p/T/x.css"; @import url(/p/T/y.css);'],
  ])("in CSS: %s", (before, after) => expect(css(before)).toBe(after));

  it.each([
    '<a href="//other.example/a">',
    '<a href="https://other.example/a">',
    '<a href="a/b">',
    '<a href="/\\other.example">',
    "<script>fetch('/v1'); const a = '<a href=\"/b\">'</script>",
    '<!-- <a href="/a"> -->',
    "<textarea><a href='/a'></textarea>",
    '<div data="/a">',
    '<meta name="x" content="/a">',
    "<p>url(/a)</p>",
  ])("but nothing else in HTML: %s", (text) => expect(html(text)).toBe(text));

  it.each([
    "a { b: url(//other.example/x.png) }",
    "/* url(/x.png) */",
    'a::before { content: "url(/x.png)" }',
    "a { b: url(data:image/png;base64,/9j/) }",
    "a { b: url('x.png') }",
  ])("but nothing else in CSS: %s", (text) => expect(css(text)).toBe(text));

  it("and every other byte is unchanged, whatever the encoding", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<a href="',
        '">',
        "<style>",
        "</style>",
        "url(",
        ")",
        '"',
        "'",
        "/",
        "//",
        "<!--",
        "-->",
        "\\",
      ),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        fc.constantFrom("text/html", "text/css", "text/plain"),
        (parts, type) => {
          const content = Buffer.concat([Buffer.from(parts.join("")), Buffer.from([0xff, 0xe9, 0x80])]);
          const text = rewritten(type, content, "/p/T").toString("latin1");
          expect(text.replaceAll("/p/T", "")).toBe(content.toString("latin1").replaceAll("/p/T", ""));
        },
      ),
    );
  });

  it.each([
    ["text/css", "url(/)"],
    ["text/html", "<a href=/>"],
    ["text/html", "<p style='a:url(/)'>"],
    ["text/html", "<img srcset='/a 1x,/b 2x'>"],
  ])("but in no file that would grow by more than the limit: %s with %s repeated", (type, part) => {
    const content = Buffer.from(part.repeat(10_001));
    expect(rewritten(type, content, "/p/T")).toBe(content);
    expect(rewritten(type, Buffer.from(part.repeat(5000)), "/p/T").toString()).toContain("/p/T");
  });

  it.each([
    ["text/css", "/*"],
    ["text/css", "url("],
    ["text/css", '"'],
    ["text/css", "@import '"],
    ["text/html", "<a style='url("],
    ["text/html", "<"],
    ["text/html", "<style>/*"],
    ["text/html", '<img srcset="/a ('],
    ["text/html", '<img srcset="'.padEnd(200, ", /a (")],
  ])("to their end, where a quadratic reader takes minutes: %s with %s again and again", (type, part) => {
    const content = Buffer.from(part.repeat(Math.floor((1024 * 1024) / part.length)));
    expect(rewritten(type, content, "/p/T").length).toBeGreaterThanOrEqual(content.length);
  });
});

describe("the stand-in for storage and cookies", () => {
  it.each([
    ["", "<script>a()</script>"],
    ["<!doctype html><html><head>", '<meta charset="utf-8"><SCRIPT src="a.js"></SCRIPT></head>'],
    ["<!-- <script> --><html lang=en>", "<title>A</title><body onload='a()'>"],
    ["Text <HEAD>", "<link rel=modulepreload><svg><script>a()</script></svg>"],
    ["", "<p><img src=x onerror=a()>"],
  ])("precedes the first element of a page with scripts: %s and %s", (before, after) => {
    expect(sent(before + after)).toBe(before + standIn + after);
  });

  it.each([
    "",
    "Text",
    "<p>a()</p>",
    "<!-- <script> -->",
    "<textarea><script></textarea>",
    "<p title='<script>'>",
  ])("is left out of a page without: %s", (text) => expect(sent(text)).toBe(text));

  it("is in no file of another type", () => {
    for (const type of ["text/css", "text/javascript", "image/svg+xml"])
      expect(rewritten(type, Buffer.from("<script>a()</script>"), "/p/T").toString()).not.toContain(standIn);
  });

  it("is in a page that is too large to be rewritten, in its first chunk", async () => {
    const pieces = async function* () {
      yield Buffer.from("<!doctype html><p>");
      yield Buffer.from("<script>a()</script>");
    };
    const parts = await Array.fromAsync(withStandIn(pieces()));
    expect(Buffer.concat(parts).toString()).toBe(`<!doctype html>${standIn}<p><script>a()</script>`);
  });
});
