import { countTokens as countPiece } from "gpt-tokenizer/encoding/o200k_base";

/** The characters of a piece. The encoder's time grows with the square of a run without spaces. */
const most = 2000;

/** Special tokens of the encoding are text here, whatever a document says. */
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * Counts the tokens of a text by o200k: exactly up to 2,000 characters, and beyond that in pieces, which end before white
 * space where they can, so that the sum is hardly ever another one (decisions section 7, context). Beyond `enough` it
 * stops: the text has more tokens than that.
 */
export function countTokens(text: string, enough = Number.POSITIVE_INFINITY): number {
  let tokens = 0;
  for (const piece of pieces(text)) {
    tokens += countPiece(piece, asText);
    if (tokens > enough) break;
  }
  return tokens;
}

/** Splits a text into pieces of at most 2,000 characters, between a word and the white space after it where possible. */
export function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    yield text.slice(start, end);
    start = end;
  }
}

function pieceEnd(text: string, start: number): number {
  const end = start + most;
  if (end >= text.length) return text.length;
  for (let at = end; at > end - 200; at--) if (isSpace(text, at) && !isSpace(text, at - 1)) return at;
  return isLowSurrogate(text, end) ? end - 1 : end;
}

const isSpace = (text: string, at: number) => text[at] === " " || text[at] === "\n";
const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
