import { foldSpace } from "@groundplan/contract";
import type { Anchor } from "./anchor.ts";
import type { Budget } from "./change.ts";
import { inTransaction } from "./changes.ts";
import { type Comparison, compare, type Held, type Rewrite } from "./comparison.ts";
import { foldedRange } from "./folded-range.ts";
import { mapRange } from "./map-range.ts";
import { soleRange, type TextRange } from "./quotes.ts";
import { differsTooMuchInLength, leastSimilarity, similarity } from "./similarity.ts";
import { agreement, contextOf } from "./surroundings.ts";
import { findNearby, findWritten } from "./written-ranges.ts";

/** A relocated anchor; `isOpen` if a longer search may still find its words. */
export interface Relocated {
  anchor: Anchor;
  isOpen: boolean;
}

/**
 * Relocates anchors after a write. Changes predict the position, the words there decide: equal ones are
 * attached, similar ones moved. Missing words are searched in the written parts only, since older text
 * belongs to others.
 */
export function relocate(held: readonly Held[], rewrite: Rewrite, budget: Budget): Relocated[] {
  const { before, after, revision } = rewrite;
  if (before === after)
    return held.map((anchor) => known(anchor.state === "orphaned" ? anchor : { ...anchor, revision }));
  const comparison = compare(held, rewrite, budget);
  return held.map((anchor) => relocateOne(anchor, comparison));
}

/** Relocates one anchor within a comparison. */
export const relocateOne = (anchor: Held, comparison: Comparison): Relocated =>
  anchor.state === "orphaned" ? searched(anchor, comparison) : followed(anchor, comparison);

/** Maps a thread's anchor from an earlier text to a later one. */
export function mapAnchor(anchor: Anchor, rewrite: Rewrite): Anchor {
  const [relocated] = relocate([{ ...anchor, kind: "thread" }], rewrite, inTransaction());
  return relocated?.anchor ?? anchor;
}

/** Follows an anchor whose words existed before. */
function followed(held: Held, comparison: Comparison): Relocated {
  const { before, after, changes, revision } = comparison;
  const { isUntouched, ranges } = mapRange(changes, held);
  const [range] = ranges;
  if (isUntouched && range) return known({ ...held, ...range, revision });
  const same = ranges.find(({ start, end }) => after.slice(start, end) === held.exact);
  if (same) return known({ ...held, ...same, revision, state: "attached" });
  if (held.exact === "") return known({ ...held, state: "orphaned" });

  const around = contextOf(before, held.start, held.end);
  const similar = held.kind === "hunk" ? undefined : mostAlike(held.exact, ranges, comparison);
  const atLeast = similar ? agreement(after, similar.start, similar.end, around) : 0;
  const found =
    findNearby(held, around, comparison, atLeast) ?? findWritten(held, around, comparison, atLeast);
  if (found) return known({ ...held, ...found, revision, state: "attached" });
  const respaced = nearbyRespaced(held, ranges, comparison);
  if (respaced) return known({ ...held, ...respaced, revision, state: "attached" });
  const copy = similar && onlyCopy(held.exact, similar, comparison);
  if (copy) return known({ ...held, ...copy, revision, state: "attached" });
  if (similar)
    return known({
      ...held,
      ...similar,
      revision,
      state: stateOf(held, after.slice(similar.start, similar.end)),
    });
  // An orphan keeps its last position and surroundings.
  const { anchor } = known({ ...held, ...around, state: "orphaned" });
  return { anchor, isOpen: held.kind !== "hunk" };
}

/** Returns the state of an anchor on similar words: a quote ignores white space. */
export const stateOf = ({ kind, exact }: Held, words: string): "attached" | "moved" =>
  kind === "quote" && foldSpace(words) === foldSpace(exact) ? "attached" : "moved";

/** Characters around the predicted ranges in which a quote with other white space is searched. */
const nearby = 200;

/** Returns a quote's words with other white space: a diff that cuts through equal words misses some of them. */
function nearbyRespaced(
  { kind, exact }: Held,
  ranges: readonly TextRange[],
  { after, budget }: Comparison,
): TextRange | undefined {
  if (kind !== "quote" || ranges.length === 0 || budget.steps <= 0) return undefined;
  const reach = exact.length + nearby;
  const from = Math.min(...ranges.map(({ start }) => start)) - reach;
  const to = Math.max(...ranges.map(({ end }) => end)) + reach;
  budget.steps -= (to - from) / 10;
  return foldedRange(after, exact, from, to);
}

/** Returns the unique occurrence of the whole quote if only a fragment is left at its position. */
function onlyCopy(
  exact: string,
  { start, end }: TextRange,
  { after, budget }: Comparison,
): TextRange | undefined {
  if (!exact.includes(after.slice(start, end))) return undefined;
  budget.steps -= after.length / 100;
  return soleRange(after, exact);
}

/** Searches the written parts for an orphaned anchor. */
function searched(held: Held, comparison: Comparison): Relocated {
  const found = held.kind === "hunk" ? undefined : findWritten(held, held, comparison, 0);
  if (found) return known({ ...held, ...found, revision: comparison.revision, state: "attached" });
  return { ...known(held), isOpen: comparison.budget.steps <= 0 };
}

const known = ({ exact, prefix, suffix, start, end, revision, state }: Anchor): Relocated => ({
  anchor: { exact, prefix, suffix, start, end, revision, state },
  isOpen: false,
});

/** Returns the range most similar to the quote; undefined if none is similar enough. */
function mostAlike(
  exact: string,
  ranges: readonly TextRange[],
  { after, budget }: Comparison,
): TextRange | undefined {
  let best: (TextRange & { alike: number }) | undefined;
  for (const range of ranges) {
    const length = range.end - range.start;
    if (budget.steps <= 0 || differsTooMuchInLength(exact.length, length)) continue;
    budget.steps -= (exact.length + length) / 10;
    const found = similarity(exact, after.slice(range.start, range.end));
    if (found >= leastSimilarity && (!best || found > best.alike)) best = { ...range, alike: found };
  }
  return best && { start: best.start, end: best.end };
}
