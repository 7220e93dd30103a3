/**
 * Markdown as it comes back from a tracker that keeps a document and not the text: the meaning stays, the
 * characters do not. HTML comments are gone, bullets are `-`, strong text is `**`, spaces at the end of a line
 * and repeated empty lines are gone. Code blocks stay as they are. An empty document is null.
 */
export function normaliseMarkdown(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  let next = once(text);
  // A removed comment may leave the halves of another one, so until nothing changes.
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
