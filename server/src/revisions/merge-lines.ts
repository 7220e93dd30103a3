import { diffArrays } from "diff";

/** A change of one side: the base lines `from` to `to` (exclusive) became `lines`. */
interface Change {
  from: number;
  to: number;
  lines: readonly string[];
}

/** The lines of one place in the text from which both sides were made, and in each of the two. */
export interface Segment {
  base: readonly string[];
  current: readonly string[];
  wanted: readonly string[];
}

/**
 * Merges two texts that were made from one, line by line. Returns null if both changed the same or neighbouring lines
 * in different ways.
 */
export function mergeLines(base: string, current: string, wanted: string): string | null {
  const merged: string[] = [];
  for (const segment of segmentsOf(base, current, wanted) ?? [null]) {
    const lines = segment && agreedLines(segment);
    if (!lines) return null;
    for (const line of lines) merged.push(line);
  }
  return merged.join("\n");
}

/** Returns the lines of a place that at most one side changed, or both alike; null where the sides differ. */
export function agreedLines({ base, current, wanted }: Segment): readonly string[] | null {
  if (isSame(current, base)) return wanted;
  return isSame(wanted, base) || isSame(current, wanted) ? current : null;
}

/**
 * Cuts three texts into the places where something changed and those between, in order; changes that meet are one
 * place. Returns null if a side was rewritten and both differ: no change of the other side fits into it.
 */
export function segmentsOf(base: string, current: string, wanted: string): Segment[] | null {
  if (current === base || current === wanted || wanted === base)
    return [{ base: [base], current: [current], wanted: [wanted] }];
  const lines = base.split("\n");
  const ours = changesOf(lines, current.split("\n"));
  const theirs = ours && changesOf(lines, wanted.split("\n"));
  if (!theirs) return null;
  const segments: Segment[] = [];
  let at = 0;
  const keepUntil = (to: number) => {
    const same = lines.slice(at, to);
    if (same.length > 0) segments.push({ base: same, current: same, wanted: same });
    at = to;
  };
  for (const { from, to, ours: mine, theirs: others } of placesOf(ours, theirs)) {
    keepUntil(from);
    segments.push({
      base: lines.slice(from, to),
      current: applied(lines, mine, from, to),
      wanted: applied(lines, others, from, to),
    });
    at = to;
  }
  keepUntil(lines.length);
  return segments;
}

/** Returns a number of edits that no comparison can go below: each line that only one of them has is one. */
function fewestEdits(base: readonly string[], side: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of base) left.set(line, (left.get(line) ?? 0) + 1);
  for (const line of side) left.set(line, (left.get(line) ?? 0) - 1);
  return left.values().reduce((sum, count) => sum + Math.abs(count), 0);
}

interface Place {
  from: number;
  to: number;
  ours: Change[];
  theirs: Change[];
}

/** Joins the changes of both sides that meet. */
function placesOf(ours: readonly Change[], theirs: readonly Change[]): Place[] {
  const all = [
    ...ours.map((change) => ({ change, side: "ours" as const })),
    ...theirs.map((change) => ({ change, side: "theirs" as const })),
  ].sort((a, b) => a.change.from - b.change.from || a.change.to - b.change.to);
  const places: Place[] = [];
  for (const { change, side } of all) {
    let last = places.at(-1);
    if (!last || last.to < change.from) {
      last = { from: change.from, to: change.to, ours: [], theirs: [] };
      places.push(last);
    }
    last.to = Math.max(last.to, change.to);
    last[side].push(change);
  }
  return places;
}

/** Returns the base lines `from` to `to` with the changes of one side, which lie within. */
function applied(
  base: readonly string[],
  changes: readonly Change[],
  from: number,
  to: number,
): readonly string[] {
  let lines: string[] = [];
  let at = from;
  for (const change of changes) {
    lines = lines.concat(base.slice(at, change.from), change.lines);
    at = change.to;
  }
  return lines.concat(base.slice(at, to));
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a === b || (a.length === b.length && a.every((line, n) => line === b[n]));

/** The number of edits from which a text counts as rewritten: the time and memory of a merge stay bounded. */
const mostEdits = 500;

/**
 * Returns what a side changed, in order; changes that touch are one. Null for a rewritten text: no change of the other
 * side fits into it.
 */
function changesOf(base: readonly string[], side: readonly string[]): Change[] | null {
  if (fewestEdits(base, side) > mostEdits) return null;
  const parts = diffArrays([...base], [...side], { maxEditLength: mostEdits });
  if (!parts) return null;
  const changes: Change[] = [];
  let at = 0;
  let open: { from: number; to: number; lines: string[] } | null = null;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) open = null;
    else if (!open) {
      open = { from: at, to: at, lines: [] };
      changes.push(open);
    }
    if (!added) at += value.length;
    else if (open) open.lines = open.lines.concat(value);
    if (removed && open) open.to = at;
  }
  return changes;
}
