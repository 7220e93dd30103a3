import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";

/** The most characters that are counted at once: what a word takes grows with the square of its length. */
const most = 2000;

/** What looks like a token of the protocol is text like any other. */
const asText = { disallowedSpecial: new Set<string>() };

/** Counts tokens of o200k, in pieces that end with a word where one does. */
export function countTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at);
    tokens += count(text.slice(at, end), asText);
    at = end;
  }
  return tokens;
}

/** A token begins with the space before its word, so a piece ends in front of the white space. */
function endOfPiece(text: string, from: number): number {
  const end = from + most;
  if (end >= text.length) return text.length;
  for (let at = end; at > from + most / 2; at--) {
    if (/\s/.test(text[at] ?? "") && /\S/.test(text[at - 1] ?? "")) return at;
  }
  const isInsideOfPair = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return isInsideOfPair ? end - 1 : end;
}
