import type { Budget, Change } from "./change.ts";
import { type Place, placesOf } from "./quotes.ts";

/** Code units that are searched in about one step. */
const unitsPerStep = 2000;

/** The most places of one quote that are compared. */
const mostPlaces = 50;

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
    // A search within the text would go on to its end where the words are not in this part.
    for (const place of placesOf(after.slice(from, to), exact)) {
      const own = { start: from + place.start, end: from + place.end };
      if (own.start > (places.at(-1)?.start ?? -1)) places.push(own);
      if (places.length === mostPlaces) return places;
    }
  }
  return places;
}
