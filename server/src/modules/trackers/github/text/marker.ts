/**
 * Returns the last line of an issue, which names the plan or spec with a signature that only this service can make.
 * GitHub keeps HTML comments and shows none.
 */
export const markerOf = (marker: string) => `<!-- groundplan: ${marker} -->`;

/** Matches a line that is a marker with any name. */
export const anyMarker = /(?<![^\n])<!-- groundplan: [\w= -]* -->/;

/**
 * Returns the markers of these that are lines of the body; spaces may have been typed after them. Text that was
 * pushed can't hold one.
 */
export function markersIn(body: string, markers: ReadonlySet<string>): string[] {
  return body
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => markers.has(line));
}

/** Breaks whatever looks like a marker in a text that people wrote. */
export const breakMarkers = (markdown: string) => markdown.replace(/<!--(?=\s*groundplan\s*:)/gi, "<!-- -");
