/** Terms per index part. PostgreSQL has no positions beyond 16,383. */
const mostTerms = 4000;
/** Repetitions per part: PostgreSQL keeps 256 positions per term. */
const mostRepeats = 250;
/** Longest phrase matched as one; adjacent parts overlap by one term less. */
export const longestPhrase = 16;

/** Splits terms into parts that both databases index without losing positions. */
export function partsOf(all: readonly string[]): string[][] {
  if (all.length === 0) return [];
  // Fast path: nearly all texts are one part.
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
