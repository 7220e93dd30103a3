import { countTokens as countChunk } from "gpt-tokenizer/encoding/o200k_base";

/** Characters per chunk. Encoding time is quadratic in runs without spaces. */
const most = 2000;

/** Special tokens count as plain text. */
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * Counts o200k tokens: exactly up to 2,000 characters, beyond that in chunks cut at token boundaries if
 * possible (decisions section 7, context). Stops beyond `enough`.
 */
export function countTokens(text: string, enough = Number.POSITIVE_INFINITY): number {
  let tokens = 0;
  for (const chunk of chunksOf(text)) {
    tokens += countChunk(chunk, asText);
    if (tokens > enough) break;
  }
  return tokens;
}

/**
 * Counts like `countTokens`, plus two for each chunk that may end within a token, where the exact number can be
 * one or two larger than the chunks' sum. So the exact number is never larger.
 */
export function boundTokens(text: string, enough = Number.POSITIVE_INFINITY): number {
  let tokens = 0;
  let end = 0;
  for (const chunk of chunksOf(text)) {
    end += chunk.length;
    tokens += countChunk(chunk, asText);
    if (end < text.length && !isBetweenTokens(text, end)) tokens += 2;
    if (tokens > enough) break;
  }
  return tokens;
}

/** Splits a text into chunks of up to 2,000 characters, preferably between words or lines. */
export function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = chunkEnd(text, start);
    yield text.slice(start, end);
    start = end;
  }
}

/** How far a chunk may shrink to end between words. */
const mostBack = 1000;

function chunkEnd(text: string, start: number): number {
  const end = start + most;
  if (end >= text.length) return text.length;
  for (let at = end; at > end - mostBack; at--) if (isBetweenTokens(text, at)) return at;
  if (text[end] === text[end - 1]) return runEnd(text, start, end);
  return isLowSurrogate(text, end) ? end - 1 : end;
}

/** Tests for a certain token boundary: before a space, after a line, between a word and a line end. */
function isBetweenTokens(text: string, at: number): boolean {
  const [before = "", after = ""] = [text[at - 1], text[at]];
  if (before === "\n") return !/[\s/]/.test(after);
  return (after === " " && !/\s/.test(before)) || (after === "\n" && /[\p{L}\p{N}]/u.test(before));
}

/** Tokens of a repeated character have 2, 4, 8 … 128 of it, those of digits three. */
const evenly = 3 * 128;

/** Returns the end of a chunk within a run of one character such that its tokens match the whole run's. */
function runEnd(text: string, start: number, end: number): number {
  let run = end;
  while (run > start && text[run - 1] === text[end]) run--;
  const whole = run + Math.floor((end - run) / evenly) * evenly;
  return whole > start ? whole : end;
}

const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
