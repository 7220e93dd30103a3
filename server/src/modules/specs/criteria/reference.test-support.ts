import MarkdownIt, { type Token } from "markdown-it";
import { acceptanceCriteria } from "./index.ts";

// This reads the same rules a second time, on markdown-it's tokens. It shares no code with the scanner, not even the
// expressions for headings and labels; these are narrower here, and the documents that it reads keep to them.

const markdownIt = new MarkdownIt({ html: true });
const HEADINGS = /^(?:acceptance criteria|done when|受け入れ基準)$/;
const LABEL = /^(?:\*\*([A-Z]+-\d+):\*\*|\*\*([A-Z]+-\d+)\*\*:|([A-Z]+-\d+):)(?:\s+|$)/;

/** A block with the blocks inside it. White space that doesn't show is removed, so that equal trees render alike. */
export type Block = { type: string; text: string; inside: Block[] };
type Reading = { id: string | null; blocks: Block[] };

function blocksOf(markdown: string): Block[] {
  const root: Block = { type: "root", text: "", inside: [] };
  const path = [root];
  for (const token of markdownIt.parse(markdown, {})) {
    const parent = path.at(-1) ?? root;
    if (token.nesting === -1) path.pop();
    else parent.inside.push(toBlock(token));
    const added = parent.inside.at(-1);
    if (token.nesting === 1 && added) path.push(added);
  }
  return root.inside;
}

function toBlock(token: Token): Block {
  const lines = token.content.split("\n").map((line) => line.trim());
  const text = lines.join(token.type === "inline" ? " " : "\n").trim();
  return { type: `${token.type} ${token.tag} ${token.info.trim()}`, text, inside: [] };
}

/** Returns the criteria that follow from markdown-it's tokens. */
export function referenceCriteria(markdown: string): Reading[] {
  const found: Reading[] = [];
  let section = 0;
  for (const block of blocksOf(markdown)) {
    const level = /^heading_open h([1-6])/.exec(block.type)?.[1];
    if (level !== undefined) {
      if (section > 0 && Number(level) > section) continue;
      const words = block.inside[0]?.text.toLowerCase().replace(/^[^a-z受]+|[^a-z準]+$/g, "") ?? "";
      section = HEADINGS.test(words) ? Number(level) : 0;
    } else if (section > 0 && block.type.startsWith("ordered_list")) {
      for (const item of block.inside) {
        const reading = readItem(item);
        if (reading.id !== null || reading.blocks.length > 0) found.push(reading);
      }
    }
  }
  return found;
}

/** Reads an item. The label and the box belong to its first text, which is a paragraph or a heading. */
function readItem(item: Block): Reading {
  const [first, ...others] = item.inside;
  const inline = first?.inside[0];
  if (!first || inline?.type.startsWith("inline") !== true) return { id: null, blocks: item.inside };
  const unboxed = inline.text.replace(/^\[[ xX]\](?:\s+|$)/, "");
  const label = LABEL.exec(unboxed);
  const text = unboxed.slice(label?.[0].length ?? 0);
  const id = label?.[1] ?? label?.[2] ?? label?.[3] ?? null;
  return { id, blocks: text === "" ? others : [{ ...first, inside: [{ ...inline, text }] }, ...others] };
}

/** Returns the scanner's criteria with their texts read by markdown-it: a text has to render as its item did. */
export function scannedCriteria(markdown: string): Reading[] {
  return acceptanceCriteria(markdown).map(({ id, text }) => ({ id, blocks: blocksOf(text) }));
}
