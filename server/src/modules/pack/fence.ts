import { hash } from "node:crypto";

/**
 * Returns two marked lines around a text, which `readBlocks` of the MCP server reads. The mark is a hash of the text,
 * so that no text can fake its own end. Attributes begin with a space.
 */
export function fence(tag: string, attributes: readonly string[], text: string) {
  const mark = hash("sha256", text).slice(0, 12);
  return {
    before: `<${tag} mark="${mark}"${attributes.join("")}>\n`,
    after: `\n</${tag} mark="${mark}">\n\n`,
  };
}
