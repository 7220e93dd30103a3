import { toCriterion } from "../../../contract/src/criteria/label.ts";

interface TextRange {
  from: number;
  to: number;
}

/** Block marks: quotes, bullets, numbers, heading signs. */
const mark = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})(?:\s+|$))?/;

/**
 * Returns the first of these words in a line, or all its words; null without the line. Lines count from 1.
 */
export function rangeOf(content: string, line: number, words: readonly string[]): TextRange | null {
  const found = lineOf(content, line);
  if (!found) return null;
  for (const word of words) {
    const index = wordIn(found.words, word);
    if (index >= 0) return { from: found.from + index, to: found.from + index + word.length };
  }
  const begin = mark.exec(found.words)?.[0].length ?? 0;
  const rest = found.words.slice(begin).trimEnd();
  const own = toCriterion(rest).text;
  const label = rest.endsWith(own) ? rest.length - own.length : 0;
  return { from: found.from + begin + label, to: found.from + begin + rest.length };
}

/** Returns the introduction's end, before the second heading or a later first one. */
export function endOfIntroduction(content: string): number {
  const headings = [...content.matchAll(/^ {0,3}#{1,6}\s/gm)].map(({ index }) => index);
  const end = headings.find((index) => content.slice(0, index).trim() !== "") ?? content.length;
  return content.slice(0, end).trimEnd().length;
}

/** Counts from 1, with any line ends. */
function lineOf(content: string, line: number): { from: number; words: string } | null {
  let from = 0;
  let number = 1;
  for (const { 0: end, index } of content.matchAll(/\r\n?|\n/g)) {
    if (number === line) return { from, words: content.slice(from, index) };
    from = index + end.length;
    number++;
  }
  return number === line ? { from, words: content.slice(from) } : null;
}

/** Prefers a whole word; -1 if absent. */
function wordIn(line: string, word: string): number {
  const signs = RegExp.escape(word);
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${signs}(?![\\p{L}\\p{N}])`, "iu").exec(line);
  return (alone ?? new RegExp(signs, "iu").exec(line))?.index ?? -1;
}
