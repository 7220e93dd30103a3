import type { Anchor } from "./anchor.ts";
import { changedWords } from "./changed-words.ts";
import type { Comparison } from "./comparison.ts";
import { mapRange } from "./map-range.ts";
import type { TextRange } from "./quotes.ts";
import { leastSimilarity, similarity } from "./similarity.ts";
import { agreement, type Surroundings, splitsCharacter } from "./surroundings.ts";
import { writtenRanges } from "./written-ranges.ts";

/** Shorter quotes are too short for similarity. */
const shortest = 12;

/** Similarity required at a new position, stricter than in place. */
const alikeElsewhere = 0.7;

/** Candidates compared as a whole. */
const mostRanges = 20;

/**
 * Finds a rewording of a quote in written text with matching surroundings, through fragments that survived.
 */
export function similarWords(
  { exact }: Pick<Anchor, "exact">,
  around: Surroundings,
  comparison: Comparison,
): TextRange | undefined {
  if (exact.length < shortest) return undefined;
  const { after, budget } = comparison;
  let best: (TextRange & { score: number }) | undefined;
  for (const { part, offset } of partsOf(exact))
    for (const { start } of writtenRanges(after, comparison.written(), part, budget).slice(0, mostRanges))
      for (const range of rangesAround(exact, after, start - offset, comparison)) {
        const found = similarity(exact, after.slice(range.start, range.end));
        const agrees = agreement(after, range.start, range.end, around);
        if (found < alikeElsewhere || agrees < leastSimilarity) continue;
        if (!best || found + agrees > best.score) best = { ...range, score: found + agrees };
      }
  return best && { start: best.start, end: best.end };
}

/** Returns fragments from the start, middle and end of a quote. */
function partsOf(exact: string): { part: string; offset: number }[] {
  const length = Math.min(16, Math.floor(exact.length / 3));
  const offsets = [0, Math.floor((exact.length - length) / 2), exact.length - length];
  return offsets.map((offset) => ({ part: exact.slice(offset, offset + length), offset }));
}

/** Returns ranges around a position that may hold the quote. */
function rangesAround(exact: string, after: string, at: number, { budget }: Comparison): TextRange[] {
  const slack = 8 + Math.floor(exact.length / 2);
  const whole = (position: number) => (splitsCharacter(after, position) ? position + 1 : position);
  const start = whole(Math.max(0, at - slack));
  const end = whole(Math.min(after.length, at + exact.length + slack));
  const change = { from: 0, to: exact.length, start, end };
  const changes = changedWords(exact, after, change, budget);
  return mapRange(changes, { start: 0, end: exact.length }).ranges;
}
