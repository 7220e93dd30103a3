import MarkdownIt from "markdown-it";
import { expect } from "vitest";
import { neutralizeMentions } from "./neutralize-mentions.ts";

export const joiner = "\u2060";
const markdownIt = new MarkdownIt({ html: true });

export const unquiet = (text: string) => text.replace(/\u2060|%E2%81%A0/g, "");

const unseen = /<code[\s>].*?<\/code>|<a[\s>].*?<\/a>|<!--.*?-->|<[^>]*>/s;

/** Returns the text segments that markdown-it shows outside code and links, which GitHub searches. */
function shownTexts(markdown: string): string[] {
  const texts = markdownIt.render(markdown).split(unseen);
  return texts.map((text) => text.replace(/&#64;?|&commat;/g, "@"));
}

export function shownCode(markdown: string): string[] {
  return markdownIt
    .parse(markdown, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
    .filter(({ type }) => ["code_inline", "code_block", "fence"].includes(type))
    .map(({ content }) => content);
}

/** Fails if the text mentions anybody when rendered, or renders differently otherwise. */
export function expectQuiet(markdown: string): void {
  const quiet = neutralizeMentions(markdown);
  expect(unquiet(quiet)).toBe(markdown);
  expect(shownTexts(quiet).filter((text) => /(?<![a-z0-9])@[a-z0-9]/i.test(text))).toEqual([]);
  expect(unquiet(markdownIt.render(quiet))).toBe(markdownIt.render(markdown));
}
