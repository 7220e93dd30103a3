/**
 * Returns the signed last line that identifies the plan or spec. GitHub keeps HTML comments but hides them.
 */
export const markerOf = (marker: string) => `<!-- groundplan: ${marker} -->`;

/** Matches a line with any marker. */
export const anyMarker = /(?<![^\n])<!-- groundplan: [\w= -]* -->/;

/**
 * Returns which of these markers are lines of the body; trailing spaces are allowed. Pushed text can't
 * contain one.
 */
export function markersIn(body: string, markers: ReadonlySet<string>): string[] {
  return body
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => markers.has(line));
}

/** Breaks lookalikes of a marker in users' text. */
export const breakMarkers = (markdown: string) => markdown.replace(/<!--(?=\s*groundplan\s*:)/gi, "<!-- -");
