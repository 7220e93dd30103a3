import type { Change } from "./change.ts";
import type { Place } from "./quotes.ts";

/** The place of a part of a text after changes. */
export interface Mapped {
  /** This is true where no change touches it: its words and what stands next to it are as they were. */
  isUntouched: boolean;
  /**
   * The places that it may have now, the narrowest first: without what was written at its edges, and with it. There is
   * none where a change took it away.
   */
  places: Place[];
}

/** Maps a part of a text through changes, which are in order. */
export function mapRange(changes: readonly Change[], { start, end }: Place): Mapped {
  const first = firstEndingFrom(changes, start);
  const change = changes[first];
  if (!change || change.from > end) {
    const by = shiftBefore(changes, first);
    return { isUntouched: true, places: [{ start: start + by, end: end + by }] };
  }
  const starts = sidesOf(changes, first, start);
  let last = first;
  while ((changes[last + 1]?.from ?? Number.POSITIVE_INFINITY) <= end) last++;
  const ends = sidesOf(changes, last, end);
  if (start === end) return { isUntouched: false, places: pointsOf(change, start) };
  const places: Place[] = [];
  for (const from of [starts.behind, starts.before])
    for (const to of [ends.before, ends.behind])
      if (from < to && !places.some((place) => place.start === from && place.end === to))
        places.push({ start: from, end: to });
  return { isUntouched: false, places };
}

/** Returns the index of the first change that ends at a position or behind it. */
export function firstEndingFrom(changes: readonly Change[], at: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.to ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function shiftBefore(changes: readonly Change[], index: number): number {
  const last = changes[index - 1];
  return last ? last.end - last.to : 0;
}

/** Returns a position after the changes, before and behind what the change at it wrote. */
function sidesOf(changes: readonly Change[], index: number, at: number): { before: number; behind: number } {
  const change = changes[index];
  if (change && change.from <= at && at <= change.to) return { before: change.start, behind: change.end };
  const past = change && change.to < at;
  const by = shiftBefore(changes, past ? index + 1 : index);
  return { before: at + by, behind: at + by };
}

/** Returns where a point between two characters is: at the edge of a change it keeps the neighbour that stayed. */
function pointsOf(change: Change, at: number): Place[] {
  if (change.from < at && at < change.to) return [];
  const to = at === change.from ? change.start : change.end;
  return [{ start: to, end: to }];
}
