import MarkdownIt, { type Env, type Token } from "markdown-it";
import { splitCode } from "../../../../markdown/split-code.ts";
import { differInWords } from "./text-difference.ts";

/*
 * Linear stores a document, so markdown comes back in other characters (bullets, emphasis, escapes, fences,
 * table padding, breaks, empty lines) and without HTML comments. Texts are therefore compared by their parsed
 * meaning.
 */

/** Takes about a second for each of the worst texts of 300,000 characters. */
export function sameMarkdown(one: string, other: string): boolean {
  const [source, compared] = [sourceOf(one), sourceOf(other)];
  return source === compared || (!differInWords(source, compared) && meaning(source) === meaning(compared));
}

/** Ignores white space. */
export const sameLine = (one: string, other: string) => spaced(one.normalize()) === spaced(other.normalize());

/** The parser omits deeper content. */
const mostLevels = 24;

const markdownIt = new MarkdownIt({ html: true, linkify: true, maxNesting: mostLevels });
markdownIt.linkify.set({ fuzzyLink: false });
markdownIt.validateLink = () => true;

type Part = { text: string } | { sign: readonly unknown[] };

/** Removes invisible content. */
function sourceOf(markdown: string): string {
  const source = markdown
    .normalize()
    .replace(/\r\n?/g, "\n")
    .replace(/[\u2060\ufeff]/g, "");
  if (!source.includes("<!--")) return source;
  return splitCode(source)
    .flat()
    .map((segment) => (segment.kind === "code" ? segment.text : withoutComments(segment.text)))
    .join("");
}

/** Takes a text from `sourceOf`. */
export function meaning(text: string): string {
  const env: Env = {};
  const tokens = markdownIt.parse(text, env);
  if (tokens.some(({ level }) => level >= mostLevels - 1)) return spaced(text);
  const parts: Part[] = [];
  for (const [index, token] of tokens.entries()) {
    const more = token.type === "inline" ? inlineParts(token.children ?? []) : blockParts(token);
    if (tokens[index - 2]?.type === "list_item_open") tick(more);
    for (const part of more) add(parts, part);
  }
  for (const part of unused(env.references ?? {}, parts)) parts.push(part);
  return JSON.stringify(parts.map((part) => ("text" in part ? part.text.replace(/\s+/g, " ") : part.sign)));
}

/** Returns definitions that may be meant as text, as in `[AC-1]: done`. */
function unused(references: NonNullable<Env["references"]>, parts: readonly Part[]): Part[] {
  const used = new Set(
    parts.map((part) => ("sign" in part && part.sign[0] !== "code" ? part.sign[1] : null)),
  );
  return Object.entries(references).flatMap(([label, { href }]) => (used.has(href) ? [] : sign(label, href)));
}

/** Merges adjacent texts. */
function add(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (last && "text" in last && "text" in part) last.text += part.text;
  else parts.push(part);
}

/** Normalizes `[X]` to `[x]`. */
function tick([first]: Part[]): void {
  if (first && "text" in first) first.text = first.text.replace(/^\[X\](?=\s|$)/, "[x]");
}

/** Ignores layout: lists are known by their items, however spaced. */
function blockParts(token: Token): Part[] {
  switch (token.type) {
    case "paragraph_open":
    case "bullet_list_open":
    case "bullet_list_close":
    case "ordered_list_close":
      return [];
    case "ordered_list_open":
      return token.attrGet("start") === null ? [] : sign("start", token.attrGet("start"));
    case "list_item_open":
      return sign(token.info === "" ? "bullet" : "number");
    case "heading_open":
      return sign(token.tag);
    case "fence":
    case "code_block":
      return sign("code", token.info.trim(), token.content.replace(/\n$/, ""));
    case "html_block":
      return sign("html", token.content.trim());
    default:
      return sign(token.type);
  }
}

const inlineParts = (tokens: readonly Token[]): Part[] => {
  const parts: Part[] = [];
  for (const token of tokens) for (const part of inlinePart(token)) add(parts, part);
  return parts;
};

function inlinePart(token: Token): Part[] {
  const { type, content } = token;
  switch (type) {
    case "text":
      return [{ text: content }];
    case "softbreak":
    case "hardbreak":
      return [{ text: " " }];
    case "code_inline":
      return sign("code", content);
    case "link_open":
      return sign("link", token.attrGet("href"), token.attrGet("title"));
    case "image":
      return sign("image", token.attrGet("src"), token.attrGet("title"), content);
    case "html_inline":
      return /^<br\s*\/?>$/i.test(content) ? [{ text: " " }] : sign("html", content);
    default:
      return sign(type);
  }
}

const sign = (...of: unknown[]): Part[] => [{ sign: of }];

/** Keeps an unclosed comment as text. */
function withoutComments(text: string): string {
  let left = "";
  let index = 0;
  for (;;) {
    const start = text.indexOf("<!--", index);
    const end = start < 0 ? -1 : text.indexOf("-->", start + 4);
    if (end < 0) return left + text.slice(index);
    left += text.slice(index, start);
    index = end + 3;
  }
}

const spaced = (text: string) => text.replace(/\s+/g, " ").trim();
