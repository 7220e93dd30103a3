import { countTokens as countPiece } from "gpt-tokenizer/encoding/o200k_base";

/** The characters of a piece. The encoder's time grows with the square of a run without spaces. */
const most = 2000;

/** Special tokens of the encoding are text here, whatever a document says. */
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * Counts the tokens of a text by o200k: exactly up to 2,000 characters, and beyond that in pieces, which end where no
 * token goes on if they can, so that the sum is hardly ever another one (decisions section 7, context). Beyond `enough` it
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

/** Splits a text into pieces of at most 2,000 characters, between words or lines where possible. */
export function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    yield text.slice(start, end);
    start = end;
  }
}

/** A piece ends so far before its largest end if it then ends between words. */
const mostBack = 1000;

function pieceEnd(text: string, start: number): number {
  const end = start + most;
  if (end >= text.length) return text.length;
  for (let at = end; at > end - mostBack; at--) if (isBetweenTokens(text, at)) return at;
  if (text[end] === text[end - 1]) return runEnd(text, start, end);
  return isLowSurrogate(text, end) ? end - 1 : end;
}

/** Returns true where the encoding always ends a token: before a space, after a line, and between a word and a line's end. */
function isBetweenTokens(text: string, at: number): boolean {
  const [before = "", after = ""] = [text[at - 1], text[at]];
  if (before === "\n") return !/[\s/]/.test(after);
  return (after === " " && !/\s/.test(before)) || (after === "\n" && /[\p{L}\p{N}]/u.test(before));
}

/** Tokens of one repeated sign have 2, 4, 8 and so on up to 128 of it, those of digits three. */
const evenly = 3 * 128;

/** Returns where to end a piece in a run of one sign, so that its tokens in the run are those of the whole run. */
function runEnd(text: string, start: number, end: number): number {
  let run = end;
  while (run > start && text[run - 1] === text[end]) run--;
  const whole = run + Math.floor((end - run) / evenly) * evenly;
  return whole > start ? whole : end;
}

const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
