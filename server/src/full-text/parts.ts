/** The most terms of a part of the index. PostgreSQL knows no places beyond 16,383. */
const mostTerms = 4000;
/** The most times that a part has one term: PostgreSQL keeps 256 places of each. */
const mostRepeats = 250;
/** The longest phrase that is searched as one; this many terms less one are at the end of a part and in the next. */
export const longestPhrase = 16;

/** Returns terms in parts that both databases index without losing places, so that phrases are found. */
export function partsOf(all: readonly string[]): string[][] {
  if (all.length === 0) return [];
  // Nearly all texts are one part, which is seen without counting each term.
  if (all.length <= mostTerms && all.length - new Set(all).size < mostRepeats) return [[...all]];
  const parts: string[][] = [];
  let part: string[] = [];
  let counts = new Map<string, number>();
  for (const term of all) {
    const count = (counts.get(term) ?? 0) + 1;
    if (part.length >= mostTerms || count > mostRepeats) {
      parts.push(part);
      part = part.slice(1 - longestPhrase);
      counts = new Map();
      for (const kept of part) counts.set(kept, (counts.get(kept) ?? 0) + 1);
    }
    part.push(term);
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}
