/*
 * Tests cheaply that two markdown texts differ: one has more occurrences of a word than the other can.
 * Parsing takes ten times as long.
 */

/** Syntax that may generate or repeat words: references, definitions, encoded URLs. */
const makesWords = /\]:|&#?[a-z\d]+;|%[\da-f]{2}|xn--/i;
/** Syntax that may hide words: links, tags, cells, escapes. Other lines show each word once. */
const hidesWords = /[[\]<>&|\\@]|\/\//;

/** Returns false if inconclusive. Neither text may have comments. */
export function differInWords(one: string, other: string): boolean {
  if (makesWords.test(one) || makesWords.test(other)) return false;
  const [counted, compared] = [countWords(one), countWords(other)];
  return hasMore(counted.shown, compared.written) || hasMore(compared.shown, counted.written);
}

type Counts = Map<string, number>;

const hasMore = (shown: Counts, written: Counts) =>
  shown.entries().some(([word, count]) => count > (written.get(word) ?? 0));

function countWords(text: string): { written: Counts; shown: Counts } {
  const [written, shown]: [Counts, Counts] = [new Map(), new Map()];
  for (const line of text.split("\n")) {
    const words = line.match(/[a-z\d]+/gi) ?? [];
    for (const word of words) written.set(word, (written.get(word) ?? 0) + 1);
    if (hidesWords.test(line)) continue;
    // Leading digits may be list numbers, which render differently.
    const start = words.findIndex((word) => /\D/.test(word));
    if (start < 0) continue;
    for (const word of words.slice(start)) shown.set(word, (shown.get(word) ?? 0) + 1);
  }
  return { written, shown };
}
