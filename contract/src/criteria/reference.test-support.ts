import MarkdownIt, { type Token } from "markdown-it";
import { acceptanceCriteria } from "./read-criteria.ts";

// A second implementation on markdown-it's tokens, sharing no code with the scanner; its narrower expressions
// suffice for its documents.

const markdownIt = new MarkdownIt({ html: true });
const HEADINGS = /^(?:acceptance criteria|done when|受け入れ基準)$/;
const LABEL = /^(?:\*\*([A-Z]+-\d+):\*\*|\*\*([A-Z]+-\d+)\*\*:|([A-Z]+-\d+):)(?:\s+|$)/;

/** A block with its inner blocks, without invisible white space. */
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

/** A section of markdown-it's tokens; `isOther` means that it may have another form than a list. */
interface Section {
  numbered: Reading[];
  bullets: Reading[];
  isOther: boolean;
}

const isCriterion = ({ id, blocks }: Reading) => id !== null || blocks.length > 0;

/** Returns the criteria by markdown-it's tokens; null if a section may have another form than a list. */
export function referenceCriteria(markdown: string): Reading[] | null {
  const sections = sectionsOf(markdown);
  if (sections.some(({ numbered, isOther }) => numbered.length === 0 && isOther)) return null;
  return sections.flatMap(({ numbered, bullets }) =>
    (numbered.length > 0 ? numbered : withHashes(bullets)).filter(isCriterion),
  );
}

const HASH = /^(#\d+)[.:)]?\s+/;

function withHashes(items: Reading[]): Reading[] {
  const labels = items.map(({ blocks: [first] }) => HASH.exec(first?.inside[0]?.text ?? "")?.[1]);
  if (labels.includes(undefined)) return items;
  return items.map(({ blocks: [first, ...others] }, index) => {
    const inline = first?.inside[0];
    if (!first || !inline) return { id: null, blocks: others };
    const inside = [{ ...inline, text: inline.text.replace(HASH, "") }];
    return { id: labels[index] ?? null, blocks: [{ ...first, inside }, ...others] };
  });
}

function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  let section = 0;
  for (const block of blocksOf(markdown)) {
    const level = /^heading_open h([1-6])/.exec(block.type)?.[1];
    if (level !== undefined) {
      if (section > 0 && Number(level) > section) continue;
      const words = block.inside[0]?.text.toLowerCase().replace(/^[^a-z受]+|[^a-z準]+$/g, "") ?? "";
      section = HEADINGS.test(words) ? Number(level) : 0;
      if (section > 0) sections.push({ numbered: [], bullets: [], isOther: false });
    } else if (section > 0) addBlock(block, sections.at(-1));
  }
  return sections;
}

function addBlock(block: Block, section: Section | undefined): void {
  if (block.type.startsWith("ordered_list")) section?.numbered.push(...block.inside.map(readItem));
  else if (block.type.startsWith("bullet_list")) section?.bullets.push(...block.inside.map(readItem));
  else if (section && /^(?:table|code_block|paragraph)/.test(block.type))
    section.isOther ||= block.type.startsWith("paragraph")
      ? /[A-Z]\d|[A-Z]-\d/.test(block.inside[0]?.text ?? "")
      : true;
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

/** Returns the scanner's criteria with their texts read by markdown-it, for comparison. */
export function scannedCriteria(markdown: string): Reading[] {
  return acceptanceCriteria(markdown).map(({ id, text }) => ({ id, blocks: blocksOf(text) }));
}
