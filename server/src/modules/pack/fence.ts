import { hash } from "node:crypto";

/**
 * Returns two marked lines around a text, which `readBlocks` of the MCP server reads. The text doesn't hold the mark, so
 * that it can't fake its own end. Attributes begin with a space.
 */
export function fence(tag: string, attributes: readonly string[], text: string) {
  const mark = markOf(text);
  return {
    before: `<${tag} mark="${mark}"${attributes.join("")}>\n`,
    after: `\n</${tag} mark="${mark}">\n\n`,
  };
}

/** Hashes a text until it doesn't hold the hash: 48 bits could be searched for a text that does. */
function markOf(text: string): string {
  let mark = hash("sha256", text).slice(0, 12);
  while (text.includes(mark)) mark = hash("sha256", mark + text).slice(0, 12);
  return mark;
}
