/**
 * The last line of every issue: GitHub keeps HTML comments and shows none. It names the plan or spec with a
 * signature that only this service can make.
 */
export const markerOf = (identity: string) => `<!-- groundplan: ${identity} -->`;

/** Breaks what looks like a marker in a text that people wrote. */
export const breakMarkers = (markdown: string) => markdown.replace(/<!--(?=\s*groundplan\s*:)/gi, "<!-- -");
