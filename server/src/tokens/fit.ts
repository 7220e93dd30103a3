import { countTokens, pieces } from "./count.ts";

/** A part of a pack: the words before its text and after it are written with it or not at all. */
export interface Part {
  before: string;
  text: string;
  after: string;
}

/** This is what became of a part: its tokens in the pack, and whether it is in it whole, in part, or not. */
export interface Fitted {
  state: "whole" | "cut" | "left_out";
  tokens: number;
}

export const cutNote = "\n\n[This text goes on. It was cut here, since the budget was used up.]";

/** A part is left out where fewer tokens than these would be left of it. */
const fewest = 64;

/**
 * Puts as many parts into a text as the budget of tokens allows, in their order: the first that does not fit is cut, and
 * all after it are left out, so that a larger budget only adds to a text.
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
    const needed = countTokens(whole);
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
    return { state: "cut", tokens: cut.tokens };
  });
  return { text, tokens, parts: fitted };
}

/** Returns the beginning of a part, up to the end of a line, with a note that it was cut; null where too little is left. */
function cutTo({ before, text, after }: Part, budget: number): { text: string; tokens: number } | null {
  const room = budget - countTokens(before) - countTokens(cutNote + after);
  if (room < fewest) return null;
  let kept = 0;
  let tokens = 0;
  for (const line of lines(text)) {
    const more = countTokens(line);
    if (tokens + more > room) break;
    tokens += more;
    kept += line.length;
  }
  if (kept === 0) return null;
  const cut = before + text.slice(0, kept).trimEnd() + cutNote + after;
  const counted = countTokens(cut);
  return counted > budget ? null : { text: cut, tokens: counted };
}

/** Splits a text behind each line break, and lines that are longer than a piece into pieces. */
function* lines(text: string): Generator<string> {
  for (const line of text.split(/(?<=\n)/)) yield* pieces(line);
}
