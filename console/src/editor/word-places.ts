import { toCriterion } from "../../../contract/src/criteria/label.ts";

interface Place {
  from: number;
  to: number;
}

/** Matches a line's block marks: quotes, bullets, numbers, heading signs. */
const mark = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})(?:\s+|$))?/;

/**
 * Returns the range of the first of these words found in a line, or of the line's text; null if there is no
 * such line. Lines count from 1.
 */
export function placeOf(content: string, line: number, words: readonly string[]): Place | null {
  const found = lineOf(content, line);
  if (!found) return null;
  for (const word of words) {
    const at = wordIn(found.words, word);
    if (at >= 0) return { from: found.from + at, to: found.from + at + word.length };
  }
  const begin = mark.exec(found.words)?.[0].length ?? 0;
  const rest = found.words.slice(begin).trimEnd();
  const own = toCriterion(rest).text;
  const label = rest.endsWith(own) ? rest.length - own.length : 0;
  return { from: found.from + begin + label, to: found.from + begin + rest.length };
}

/**
 * Returns the end of the introduction, which is before the second heading, or before the first if text
 * precedes it.
 */
export function placeOfMore(content: string): number {
  const headings = [...content.matchAll(/^ {0,3}#{1,6}\s/gm)].map(({ index }) => index);
  const end = headings.find((index) => content.slice(0, index).trim() !== "") ?? content.length;
  return content.slice(0, end).trimEnd().length;
}

/** Returns a line by its 1-based number, whatever its line ends. */
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

/** Returns the index of a whole word, or of any occurrence; -1 if none. */
function wordIn(line: string, word: string): number {
  const signs = RegExp.escape(word);
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${signs}(?![\\p{L}\\p{N}])`, "iu").exec(line);
  return (alone ?? new RegExp(signs, "iu").exec(line))?.index ?? -1;
}
