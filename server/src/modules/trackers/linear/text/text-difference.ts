/*
 * A cheap way to see that two markdown texts don't say the same: one has a word more often than the other can have.
 * Reading markdown as a whole takes ten times as long.
 */

/**
 * Matches what may make words, or show them more often than they are written: references, definitions, encoded
 * addresses.
 */
const makesWords = /\]:|&#?[a-z\d]+;|%[\da-f]{2}|xn--/i;
/** Matches what may hide words: links, tags, cells, escapes. Lines without these show all their words, each once. */
const hidesWords = /[[\]<>&|\\@]|\/\//;

/** Returns true where two texts surely say different things; false says nothing. Neither may have comments. */
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
    // The numbers of a list, which no reader shows as they are written, come before all letters.
    const start = words.findIndex((word) => /\D/.test(word));
    if (start < 0) continue;
    for (const word of words.slice(start)) shown.set(word, (shown.get(word) ?? 0) + 1);
  }
  return { written, shown };
}
