/** Returns the signed last line. GitHub keeps HTML comments but hides them. */
export const markerOf = (marker: string) => `<!-- groundplan: ${marker} -->`;

export const anyMarker = /(?<![^\n])<!-- groundplan: [\w= -]* -->/;

/** Finds markers in the body's lines, with trailing spaces. Pushed text can't contain one. */
export function markersIn(body: string, markers: ReadonlySet<string>): string[] {
  return body
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => markers.has(line));
}

/** Breaks lookalikes of markers. */
export const breakMarkers = (markdown: string) => markdown.replace(/<!--(?=\s*groundplan\s*:)/gi, "<!-- -");
