import { diffArrays } from "diff";

/** One side's change: base lines `from` to `to` (exclusive) became `lines`. */
interface Change {
  from: number;
  to: number;
  lines: readonly string[];
}

/** A text, and what both sides made of it. */
interface Texts {
  base: string;
  current: string;
  wanted: string;
}

/** The lines of a segment in the base and on both sides. */
export interface Segment {
  base: readonly string[];
  current: readonly string[];
  wanted: readonly string[];
}

/** Returns a segment's lines if at most one side changed it, or both equally; null otherwise. */
export function agreedLines({ base, current, wanted }: Segment): readonly string[] | null {
  if (isSame(current, base)) return wanted;
  return isSame(wanted, base) || isSame(current, wanted) ? current : null;
}

/**
 * Divides three texts into changed and unchanged segments in order, joining adjacent changes. Returns null if
 * both sides differ and one has more edits than `mostEdits`, which bounds time and memory.
 */
export function segmentsOf({ base, current, wanted }: Texts, mostEdits: number): Segment[] | null {
  if (current === base || current === wanted || wanted === base)
    return [{ base: [base], current: [current], wanted: [wanted] }];
  const lines = base.split("\n");
  const ours = changesOf(lines, current.split("\n"), mostEdits);
  const theirs = ours && changesOf(lines, wanted.split("\n"), mostEdits);
  if (!theirs) return null;
  const segments: Segment[] = [];
  let index = 0;
  const keepUntil = (to: number) => {
    const same = lines.slice(index, to);
    if (same.length > 0) segments.push({ base: same, current: same, wanted: same });
    index = to;
  };
  for (const { from, to, ours: mine, theirs: others } of regionsOf(ours, theirs)) {
    keepUntil(from);
    segments.push({
      base: lines.slice(from, to),
      current: applied(lines, mine, from, to),
      wanted: applied(lines, others, from, to),
    });
    index = to;
  }
  keepUntil(lines.length);
  return segments;
}

/** Returns a lower bound for the number of edits: lines that only one side has. */
function fewestEdits(base: readonly string[], side: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of base) left.set(line, (left.get(line) ?? 0) + 1);
  for (const line of side) left.set(line, (left.get(line) ?? 0) - 1);
  let sum = 0;
  for (const count of left.values()) sum += Math.abs(count);
  return sum;
}

interface Region {
  from: number;
  to: number;
  ours: Change[];
  theirs: Change[];
}

/** Joins adjacent changes of both sides. */
function regionsOf(ours: readonly Change[], theirs: readonly Change[]): Region[] {
  const all = [
    ...ours.map((change) => ({ change, side: "ours" as const })),
    ...theirs.map((change) => ({ change, side: "theirs" as const })),
  ].sort((a, b) => a.change.from - b.change.from || a.change.to - b.change.to);
  const regions: Region[] = [];
  for (const { change, side } of all) {
    let last = regions.at(-1);
    if (!last || last.to < change.from) {
      last = { from: change.from, to: change.to, ours: [], theirs: [] };
      regions.push(last);
    }
    last.to = Math.max(last.to, change.to);
    last[side].push(change);
  }
  return regions;
}

/** Returns base lines `from` to `to` with one side's changes applied. */
function applied(
  base: readonly string[],
  changes: readonly Change[],
  from: number,
  to: number,
): readonly string[] {
  let lines: string[] = [];
  let index = from;
  for (const change of changes) {
    lines = lines.concat(base.slice(index, change.from), change.lines);
    index = change.to;
  }
  return lines.concat(base.slice(index, to));
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a === b || (a.length === b.length && a.every((line, n) => line === b[n]));

/** Returns a side's changes in order, merging adjacent ones; null for too many. */
function changesOf(base: readonly string[], side: readonly string[], mostEdits: number): Change[] | null {
  if (fewestEdits(base, side) > mostEdits) return null;
  const parts = diffArrays([...base], [...side], { maxEditLength: mostEdits });
  if (!parts) return null;
  const changes: Change[] = [];
  let index = 0;
  let open: { from: number; to: number; lines: string[] } | null = null;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) open = null;
    else if (!open) {
      open = { from: index, to: index, lines: [] };
      changes.push(open);
    }
    if (!added) index += value.length;
    else if (open) open.lines = open.lines.concat(value);
    if (removed && open) open.to = index;
  }
  return changes;
}
