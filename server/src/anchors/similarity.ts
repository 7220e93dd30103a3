/** The least similarity at which words count as a rewording of a quote. */
export const leastSimilarity = 0.5;

/** Tests whether the lengths alone rule out the least similarity. */
export const differsTooMuchInLength = (a: number, b: number): boolean =>
  (2 * (Math.min(a, b) + 1)) / (a + b + 2) < leastSimilarity;

/** Returns the share of common bigrams of code units (Dice), from 0 to 1; 0 below the least similarity. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  if (differsTooMuchInLength(a.length, b.length)) return 0;
  const pairs = new Map<number, number>();
  for (const pair of pairsOf(a)) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of pairsOf(b)) {
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    common++;
  }
  return (2 * common) / (a.length + b.length + 2);
}

/** Yields bigrams, including those with the text's edges. */
function* pairsOf(text: string): Generator<number> {
  let last = 0;
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 0;
    yield last * 65_536 + unit;
    last = unit;
  }
}
