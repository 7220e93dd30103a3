/**
 * The last line of every issue: GitHub keeps HTML comments and shows none. It names the plan or spec with a
 * signature that only this service can make.
 */
export const markerOf = (mark: string) => `<!-- groundplan: ${mark} -->`;

/** A line that is a marker, whosever. */
export const anyMarker = /(?<![^\n])<!-- groundplan: [\w= -]* -->/;

/** Lines that are one of these markers; spaces may have been typed after it. Text that was pushed can't hold one. */
export function markersIn(body: string, markers: ReadonlySet<string>): string[] {
  return body
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => markers.has(line));
}

/** Breaks what looks like a marker in a text that people wrote. */
export const breakMarkers = (markdown: string) => markdown.replace(/<!--(?=\s*groundplan\s*:)/gi, "<!-- -");
