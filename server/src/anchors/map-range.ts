import type { Change } from "./change.ts";
import type { TextRange } from "./quotes.ts";

/** A range mapped through changes. */
export interface Mapped {
  /** True if neither the words nor their neighbours changed. */
  isUntouched: boolean;
  /** Possible ranges, narrowest first: without and with text inserted at the edges. Empty if removed. */
  ranges: TextRange[];
}

/** Maps a range through ordered changes. */
export function mapRange(changes: readonly Change[], { start, end }: TextRange): Mapped {
  const first = firstEndingFrom(changes, start);
  const change = changes[first];
  if (!change || change.from > end) {
    const shift = shiftBefore(changes, first);
    return { isUntouched: true, ranges: [{ start: start + shift, end: end + shift }] };
  }
  const starts = sidesOf(changes, first, start);
  let last = first;
  while ((changes[last + 1]?.from ?? Number.POSITIVE_INFINITY) <= end) last++;
  const ends = sidesOf(changes, last, end);
  if (start === end) return { isUntouched: false, ranges: pointsOf(change, start) };
  const ranges: TextRange[] = [];
  for (const from of [starts.behind, starts.before])
    for (const to of [ends.before, ends.behind])
      if (from < to && !ranges.some((range) => range.start === from && range.end === to))
        ranges.push({ start: from, end: to });
  return { isUntouched: false, ranges };
}

/** Returns the index of the first change that ends at or after a position (binary search). */
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

/** Returns a position after the changes, before and behind an insertion at it. */
function sidesOf(changes: readonly Change[], index: number, at: number): { before: number; behind: number } {
  const change = changes[index];
  if (change && change.from <= at && at <= change.to) return { before: change.start, behind: change.end };
  const past = change && change.to < at;
  const by = shiftBefore(changes, past ? index + 1 : index);
  return { before: at + by, behind: at + by };
}

/** Maps an empty range: at the edge of a change it keeps the surviving neighbour. */
function pointsOf(change: Change, at: number): TextRange[] {
  if (change.from < at && at < change.to) return [];
  const to = at === change.from ? change.start : change.end;
  return [{ start: to, end: to }];
}
