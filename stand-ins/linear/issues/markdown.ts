/**
 * Simulates a tracker that stores a document: drops HTML comments, trailing spaces and repeated empty lines,
 * uses `-` bullets and `**`. Code blocks stay. An empty document is null.
 */
export function normaliseMarkdown(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  let next = once(text);
  // Removing a comment may form another one, so it repeats until stable.
  for (let last = text; next !== last; ) {
    last = next;
    next = once(last);
  }
  return next === "" ? null : next;
}

function once(text: string): string {
  const parts = text.replace(/\r\n?/g, "\n").split(/(^(?:```|~~~)[\s\S]*?^(?:```|~~~)[ \t]*$)/m);
  return parts
    .map((part, i) => (i % 2 === 1 ? part : prose(part)))
    .join("")
    .trim();
}

function prose(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/[ \t]+$/gm, "")
    .replace(/^([ \t]*)[*+][ \t]+/gm, "$1- ")
    .replace(/__([^_\n]+)__/g, "**$1**")
    .replace(/\n{3,}/g, "\n\n");
}
