import MarkdownIt from "markdown-it";
import { expect } from "vitest";
import { neutralizeMentions } from "./neutralize-mentions.ts";

export const joiner = "\u2060";
const markdownIt = new MarkdownIt({ html: true });

export const unquiet = (text: string) => text.replace(/\u2060|%E2%81%A0/g, "");

const unseen = /<code[\s>].*?<\/code>|<a[\s>].*?<\/a>|<!--.*?-->|<[^>]*>/s;

/**
 * Returns the texts that markdown-it shows outside of code and links, each up to the next tag, as GitHub looks
 * through them.
 */
function shownTexts(markdown: string): string[] {
  const texts = markdownIt.render(markdown).split(unseen);
  return texts.map((text) => text.replace(/&#64;?|&commat;/g, "@"));
}

/** Returns what markdown-it shows as code. */
export function shownCode(markdown: string): string[] {
  return markdownIt
    .parse(markdown, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
    .filter(({ type }) => ["code_inline", "code_block", "fence"].includes(type))
    .map(({ content }) => content);
}

/** Fails unless the text names nobody where markdown-it shows it, and is otherwise shown as it was. */
export function expectQuiet(markdown: string): void {
  const quiet = neutralizeMentions(markdown);
  expect(unquiet(quiet)).toBe(markdown);
  expect(shownTexts(quiet).filter((text) => /(?<![a-z0-9])@[a-z0-9]/i.test(text))).toEqual([]);
  expect(unquiet(markdownIt.render(quiet))).toBe(markdownIt.render(markdown));
}
