import MarkdownIt, { type Env, type Token } from "markdown-it";
import { footnotes } from "./footnotes.ts";

export interface Source {
  token: Token;
  text: string;
  inside: Source[];
}

export interface Parsed {
  blocks: Source[];
  /** Link and footnote definitions. */
  env: Env;
  /** True if content too deep for the parser is missing. */
  isTooDeep: boolean;
}

/** Each level reads its lines again, so this bounds the time. */
const mostLevels = 24;

const markdownIt = new MarkdownIt({ html: true, linkify: true, maxNesting: mostLevels }).use(footnotes);
// URLs need a scheme; `readme.md` is none.
markdownIt.linkify.set({ fuzzyLink: false });
// Filtered later: the parser would leave the links' markup in the text.
markdownIt.validateLink = () => true;

/** Expects LF line ends. Linear time. */
export function parseBlocks(source: string): Parsed {
  const env = { footnotes: new Set<string>() };
  const tokens: Token[] = [];
  markdownIt.block.parse(source, markdownIt, env, tokens);
  // A block at full depth may have lost deeper content.
  return {
    blocks: toTree(tokens, source.split("\n")),
    env,
    isTooDeep: tokens.some(({ level }) => level >= mostLevels - 1),
  };
}

/** Parses inline content, only for blocks that are written. */
export function parseInline(text: string, env: Env): Token[] {
  return markdownIt.parseInline(text, env)[0]?.children ?? [];
}

export function decodeHtml(text: string): string {
  // The library function also interprets backslashes.
  return text.includes("&") ? markdownIt.utils.unescapeAll(text.replaceAll("\\", "\\\\")) : text;
}

function toTree(tokens: Token[], lines: string[]): Source[] {
  const blocks: Source[] = [];
  const open: Source[] = [];
  for (const token of tokens) {
    const parent = open.at(-1);
    if (token.nesting === -1) open.pop();
    else if (token.type === "inline" && parent) parent.text = token.content;
    else {
      const siblings = parent?.inside ?? blocks;
      const block = { token, text: definition(token, lines, siblings.at(-1)), inside: [] };
      siblings.push(block);
      if (token.nesting === 1) open.push(block);
    }
  }
  return blocks;
}

/**
 * Returns a link definition as text if it may be meant so: in a list, as in `1. [AC-1]: done`, or right below
 * another block, where criteria are scanned.
 */
function definition({ type, map, level }: Token, lines: string[], last: Source | undefined): string {
  if (type !== "reference_definition" || map === null) return "";
  const [start, end] = map;
  const isBelowHidden =
    last?.token.type === type && last.text === "" && last.token.level === 0 && last.token.map?.[1] === start;
  if (level === 0 && (start === 0 || lines[start - 1]?.trim() === "" || isBelowHidden)) return "";
  const text = lines.slice(start, end).join(" ");
  return text.slice(text.indexOf("["));
}
