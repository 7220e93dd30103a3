import { splitsCharacter } from "./surroundings.ts";

/** Different words that are looked for. */
const mostWords = 100;
/** UTF-16 units of the line that are shown. */
const mostShown = 160;

interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/** Returns the line that has the most of some words that the text as a whole doesn't have, cut; null if none has one. */
export function nearestLine(text: string, words: string): Line | null {
  const asked = new Set(wordsOf(words).slice(0, mostWords));
  let best: Line | null = null;
  let most = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const shared = new Set(wordsOf(line)).intersection(asked).size;
    if (shared <= most) continue;
    most = shared;
    best = { number: index + 1, text: line };
  }
  return best && { number: best.number, text: cut(best.text.trim()) };
}

/** Returns the number of the line of a place. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function cut(line: string): string {
  if (line.length <= mostShown) return line;
  return `${line.slice(0, splitsCharacter(line, mostShown) ? mostShown - 1 : mostShown)}…`;
}
