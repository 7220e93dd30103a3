/** A text must be this much like a quote to be taken for it with other words. */
export const alike = 0.5;

/** Returns true for lengths of two texts that can't be alike: what the longer one has more is not in both. */
export const isMuchLonger = (a: number, b: number): boolean =>
  (2 * (Math.min(a, b) + 1)) / (a + b + 2) < alike;

/**
 * Returns how much two texts are alike, from 0 to 1: the share of their pairs of neighbouring code units that both have.
 */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  if (isMuchLonger(a.length, b.length)) return 0;
  const pairs = new Map<number, number>();
  for (const pair of pairsOf(a)) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  let both = 0;
  for (const pair of pairsOf(b)) {
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    both++;
  }
  return (2 * both) / (a.length + b.length + 2);
}

/** Yields the pairs of a text, its first and last unit in a pair with its edge. */
function* pairsOf(text: string): Generator<number> {
  let last = 0;
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 0;
    yield last * 65_536 + unit;
    last = unit;
  }
}
