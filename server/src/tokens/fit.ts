import { boundTokens, chunksOf } from "./count.ts";

/** A part of a pack; `before` and `after` are written only together with the text. */
export interface Part {
  before: string;
  text: string;
  after: string;
}

/** A part's tokens in the pack, and whether it is whole, cut or left out. */
export interface Fitted {
  state: "whole" | "cut" | "left_out";
  tokens: number;
  /** Of a cut part: estimated tokens of what was cut off. */
  rest?: number;
}

export const cutNote = "\n\n[This text goes on. It was cut here, since the budget was used up.]";

/** A shorter rest is left out. */
const fewest = 64;

/**
 * Joins parts up to a token budget: the first that doesn't fit is cut, the rest left out, so that a larger
 * budget only adds text.
 */
export function fit(
  parts: readonly Part[],
  budget: number,
): { text: string; tokens: number; parts: Fitted[] } {
  let text = "";
  let tokens = 0;
  let full = false;
  const fitted = parts.map((part): Fitted => {
    if (full) return { state: "left_out", tokens: 0 };
    const whole = part.before + part.text + part.after;
    const needed = boundTokens(whole, budget - tokens);
    if (tokens + needed <= budget) {
      text += whole;
      tokens += needed;
      return { state: "whole", tokens: needed };
    }
    full = true;
    const cut = cutTo(part, budget - tokens);
    if (!cut) return { state: "left_out", tokens: 0 };
    text += cut.text;
    tokens += cut.tokens;
    return { state: "cut", tokens: cut.tokens, rest: cut.rest };
  });
  return { text, tokens, parts: fitted };
}

/** Cuts a part at a line end and notes it; null if too little is left. */
function cutTo(
  { before, text, after }: Part,
  budget: number,
): { text: string; tokens: number; rest: number } | null {
  const available = budget - boundTokens(before) - boundTokens(cutNote + after);
  if (available < fewest) return null;
  let kept = 0;
  let tokens = 0;
  for (const line of lines(text)) {
    const more = boundTokens(line);
    if (tokens + more > available) break;
    tokens += more;
    kept += line.length;
  }
  if (kept === 0) return null;
  const cut = before + text.slice(0, kept).trimEnd() + cutNote + after;
  const counted = boundTokens(cut);
  const rest = Math.round((tokens * (text.length - kept)) / kept);
  return counted > budget ? null : { text: cut, tokens: counted, rest };
}

/** Splits a text after line breaks, and long lines into chunks. */
function* lines(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start) + 1 || text.length;
    yield* chunksOf(text.slice(start, end));
    start = end;
  }
}
