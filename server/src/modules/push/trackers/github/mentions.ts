import { splitCode } from "./code.ts";

/** Follows an at sign so that GitHub sees no name there; nobody sees it. */
const wordJoiner = "\u2060";

/** An address is left whole; so is an at sign within a word, as in e-mail addresses. */
const addressOrMention = /\bhttps?:\/\/[^\s<>]+|(?<![\p{L}\p{N}_])@(?=[a-z0-9])/giu;

/** Takes the effect from `@name` and `@org/team`, which would notify people; code stays as it is. */
export function quietMentions(markdown: string): string {
  return splitCode(markdown)
    .map(({ code, text }) => (code ? text : quietText(text)))
    .join("");
}

export const quietText = (text: string) =>
  text.replace(addressOrMention, (found) => (found === "@" ? `@${wordJoiner}` : found));
