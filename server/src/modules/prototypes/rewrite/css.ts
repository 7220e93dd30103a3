const quoted = [String.raw`"(?:\\[^]|[^"\n\\])*"?`, String.raw`'(?:\\[^]|[^'\n\\])*'?`];

/**
 * Matches what has to be passed over as a whole: a comment, an address, an import, a string. Each alternative takes all
 * it has begun with, so that the time is linear in the text.
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

/** Matches a quote as it is in CSS, or in CSS that is an attribute's value. */
const quote = /(?:["']|&quot;|&#3[49];|&apos;)?/y;

/**
 * The most addresses that are rewritten in a file, which is far more than a page has: a file of nothing else would grow
 * tenfold for each reader of a link. One with more is sent as it is.
 */
export const mostPlaces = 10_000;

/** Returns the places in CSS at which a root-relative address begins. */
export function rootsInCss(css: string): number[] {
  const places: number[] = [];
  for (const match of css.matchAll(tokens)) {
    const before = match.groups?.address ?? match.groups?.imported;
    if (before === undefined) continue;
    quote.lastIndex = match.index + before.length;
    quote.test(css);
    if (isRoot(css, quote.lastIndex)) places.push(quote.lastIndex);
    if (places.length > mostPlaces) break;
  }
  return places;
}

/** Returns true where a root-relative address begins: it has one slash. Two begin an address on another host. */
export const isRoot = (text: string, at: number): boolean =>
  text[at] === "/" && text[at + 1] !== "/" && text[at + 1] !== "\\";
