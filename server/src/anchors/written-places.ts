import type { Anchor } from "./anchor.ts";
import type { Budget, Change } from "./change.ts";
import type { Comparison } from "./comparison.ts";
import { alike } from "./likeness.ts";
import { firstEndingFrom } from "./map-range.ts";
import { bestPlace, type Place, placesOf } from "./quotes.ts";
import type { Surroundings } from "./surroundings.ts";

/** Code units that are searched in about one step. */
const unitsPerStep = 1000;

/** The most places of one quote that are compared. */
const mostPlaces = 50;

/** The code units around the place where words should be in which they are looked for first. */
const near = 4096;

/** The bytes from which words that occur once in a text are the quote, wherever they were written. */
const tellingBytes = 8;

/** Finds the words of a quote near the place that they should have in a large change. */
export function nearby(
  { exact, start }: Anchor,
  around: Surroundings,
  { after, changes, budget }: Comparison,
  atLeast: number,
): Place | undefined {
  const change = changes[firstEndingFrom(changes, start)];
  if (!change || change.from > start || change.end - change.start <= near || budget.steps <= 0)
    return undefined;
  const share = (start - change.from) / (change.to - change.from || 1);
  const middle = change.start + Math.floor(share * (change.end - change.start));
  const from = Math.max(change.start, middle - near);
  const part = after.slice(from, Math.min(change.end, middle + near + exact.length));
  budget.steps -= part.length / unitsPerStep;
  const place = bestPlace(part, placesOf(part, exact), around);
  if (!place || place.agreement < Math.max(alike, atLeast)) return undefined;
  return { start: from + place.start, end: from + place.end };
}

/**
 * Finds the words of a quote in what was written: where the surroundings agree, and at least as well as they do where the
 * words were; or where words that tell enough are written once.
 */
export function written(
  { exact }: Pick<Anchor, "exact">,
  around: Surroundings,
  comparison: Comparison,
  atLeast: number,
): Place | undefined {
  const { after, budget } = comparison;
  const places = writtenPlaces(after, comparison.written(), exact, budget);
  const best = bestPlace(after, places, around);
  if (!best) return undefined;
  const { start, end } = best;
  if (best.agreement >= Math.max(alike, atLeast)) return { start, end };
  if (atLeast > 0 || places.length > 1 || Buffer.byteLength(exact) < tellingBytes) return undefined;
  return after.indexOf(exact) === after.lastIndexOf(exact) ? { start, end } : undefined;
}

/**
 * Returns the places of words of which changes wrote at least a part, or which they brought together. None where the
 * budget is spent.
 */
export function writtenPlaces(
  after: string,
  changes: readonly Change[],
  exact: string,
  budget: Budget,
): Place[] {
  const places: Place[] = [];
  for (const { start, end } of changes) {
    if (budget.steps <= 0) return [];
    const from = Math.max(0, start - exact.length + 1);
    const to = Math.min(after.length, end + exact.length - 1);
    budget.steps -= (to - from) / unitsPerStep + 0.05;
    if (to - from < exact.length) continue;
    // A search within the whole text would go on to its end where the words are not in this part.
    for (const place of placesOf(after.slice(from, to), exact)) {
      const own = { start: from + place.start, end: from + place.end };
      if (own.start > (places.at(-1)?.start ?? -1)) places.push(own);
      if (places.length === mostPlaces) return places;
    }
  }
  return places;
}
