const quoted = [String.raw`"(?:\\[^]|[^"\n\\])*"?`, String.raw`'(?:\\[^]|[^'\n\\])*'?`];

/**
 * Tokens to consume whole: comments, addresses, imports, strings. No alternative backtracks, hence linear
 * time.
 */
const tokens = new RegExp(
  [
    String.raw`\/\*[^]*?(?:\*\/|$)`,
    String.raw`(?<address>\burl\(\s*)(?:${quoted.join("|")}|(?:\\[^]|[^"')\n\\])*)`,
    String.raw`(?<imported>@import\s+)(?:${quoted.join("|")})`,
    ...quoted,
  ].join("|"),
  "gi",
);

/** A quote in CSS, possibly inside an HTML attribute. */
const quote = /(?:["']|&quot;|&#3[49];|&apos;)?/y;

/**
 * Rewrites per file; beyond that it is served unchanged, since a file of nothing but addresses would grow
 * tenfold.
 */
export const mostOffsets = 10_000;

/** Returns offsets of root-relative addresses in CSS. */
export function rootsInCss(css: string): number[] {
  const offsets: number[] = [];
  for (const match of css.matchAll(tokens)) {
    const before = match.groups?.address ?? match.groups?.imported;
    if (before === undefined) continue;
    quote.lastIndex = match.index + before.length;
    quote.test(css);
    if (isRoot(css, quote.lastIndex)) offsets.push(quote.lastIndex);
    if (offsets.length > mostOffsets) break;
  }
  return offsets;
}

/** Tests for a root-relative address: exactly one leading slash. */
export const isRoot = (text: string, at: number): boolean =>
  text[at] === "/" && text[at + 1] !== "/" && text[at + 1] !== "\\";
