import MarkdownIt, { type Env, type Token } from "markdown-it";
import { footnotes } from "./footnotes.ts";

/** A block of markdown: its token, the source of its inline content, and the blocks in it. */
export interface Source {
  token: Token;
  text: string;
  inside: Source[];
}

export interface Parsed {
  blocks: Source[];
  /** The definitions of links and footnotes, which inline content needs. */
  env: Env;
  /** True where something lies deeper than the parser goes, and is not in the blocks. */
  isTooDeep: boolean;
}

/** The most quotes, lists and items in each other. Each one reads the lines in it again, so this bounds the time. */
const mostLevels = 24;

const markdownIt = new MarkdownIt({ html: true, linkify: true, maxNesting: mostLevels }).use(footnotes);
// An address begins with its scheme; `readme.md` is none.
markdownIt.linkify.set({ fuzzyLink: false });
// Which links stay is not decided here: the parser would leave their markup in the text.
markdownIt.validateLink = () => true;

/** Returns the blocks of a text with the line end \n. Takes time in proportion to its length. */
export function parseBlocks(source: string): Parsed {
  const env = { footnotes: new Set<string>() };
  const tokens: Token[] = [];
  markdownIt.block.parse(source, markdownIt, env, tokens);
  // The parser leaves out what is too deep, so something at its full depth may have had more in it.
  return {
    blocks: toTree(tokens, source.split("\n")),
    env,
    isTooDeep: tokens.some(({ level }) => level >= mostLevels - 1),
  };
}

/** Returns the inline tokens of a block's text. It is called for what is written only, since it costs time. */
export function parseInline(text: string, env: Env): Token[] {
  return markdownIt.parseInline(text, env)[0]?.children ?? [];
}

/** Decodes HTML's character references. */
export function decodeHtml(text: string): string {
  // The library's function takes backslashes for escapes.
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
 * Returns the definition of a link as text where it may be meant so: in a list, as in `1. [AC-1]: done`, and right
 * below another block, to which the scanner of criteria may count it. Its lines may begin with marks.
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
