import type { Anchor } from "./anchor.ts";
import type { Budget, Change } from "./change.ts";
import type { Comparison } from "./comparison.ts";
import { firstEndingFrom } from "./map-range.ts";
import { bestRange, rangesOf, soleRange, type TextRange } from "./quotes.ts";
import { leastSimilarity } from "./similarity.ts";
import type { Surroundings } from "./surroundings.ts";

/** Code units searched per step. */
const unitsPerStep = 1000;

/** Occurrences compared per quote. */
const mostRanges = 50;

/** Code units around the expected position that are searched first. */
const near = 4096;

/** Bytes from which a unique occurrence identifies a quote. */
const leastUniqueBytes = 8;

/** Finds a quote near its expected position within a large change. */
export function findNearby(
  { exact, start }: Anchor,
  around: Surroundings,
  { after, changes, budget }: Comparison,
  leastAgreement: number,
): TextRange | undefined {
  const change = changes[firstEndingFrom(changes, start)];
  if (!change || change.from > start || change.end - change.start <= near || budget.steps <= 0)
    return undefined;
  const fraction = (start - change.from) / (change.to - change.from || 1);
  const middle = change.start + Math.floor(fraction * (change.end - change.start));
  const from = Math.max(change.start, middle - near);
  const part = after.slice(from, Math.min(change.end, middle + near + exact.length));
  budget.steps -= part.length / unitsPerStep;
  const range = bestRange(part, rangesOf(part, exact), around);
  if (!range || range.agreement < Math.max(leastSimilarity, leastAgreement)) return undefined;
  return { start: from + range.start, end: from + range.end };
}

/**
 * Finds a quote in newly written text. Its surroundings must agree at least as well as before, or it must be
 * long enough and occur once.
 */
export function findWritten(
  { exact }: Pick<Anchor, "exact">,
  around: Surroundings,
  comparison: Comparison,
  leastAgreement: number,
): TextRange | undefined {
  const { after, budget } = comparison;
  const ranges = writtenRanges(after, comparison.written(), exact, budget);
  const best = bestRange(after, ranges, around);
  if (!best) return undefined;
  const { start, end } = best;
  if (best.agreement >= Math.max(leastSimilarity, leastAgreement)) return { start, end };
  if (leastAgreement > 0 || ranges.length > 1 || Buffer.byteLength(exact) < leastUniqueBytes)
    return undefined;
  return soleRange(after, exact);
}

/** Returns occurrences that overlap a change or its edges; none if the budget runs out. */
export function writtenRanges(
  after: string,
  changes: readonly Change[],
  exact: string,
  budget: Budget,
): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { start, end } of changes) {
    if (budget.steps <= 0) return [];
    const from = Math.max(0, start - exact.length + 1);
    const to = Math.min(after.length, end + exact.length - 1);
    budget.steps -= (to - from) / unitsPerStep + 0.05;
    if (to - from < exact.length) continue;
    // Slicing bounds the search, which would otherwise scan the rest of the text.
    for (const range of rangesOf(after.slice(from, to), exact)) {
      const found = { start: from + range.start, end: from + range.end };
      if (found.start > (ranges.at(-1)?.start ?? -1)) ranges.push(found);
      if (ranges.length === mostRanges) return ranges;
    }
  }
  return ranges;
}
