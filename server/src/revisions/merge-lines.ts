import { diffArrays } from "diff";

/** A change of one side: the base lines `from` to `to` (exclusive) became `lines`. */
interface Change {
  from: number;
  to: number;
  lines: readonly string[];
}

/**
 * Merges two texts that were made from one, line by line. Returns null if both changed the same or neighbouring lines
 * in different ways.
 */
export function mergeLines(base: string, current: string, wanted: string): string | null {
  if (current === base || current === wanted) return wanted;
  if (wanted === base) return current;
  const lines = base.split("\n");
  const ours = changesOf(lines, current.split("\n"));
  const theirs = ours && changesOf(lines, wanted.split("\n"));
  const changes = theirs && together(ours, theirs);
  if (!changes) return null;
  const kept = changes.map((change, at) => lines.slice(changes[at - 1]?.to ?? 0, change.from));
  const end = lines.slice(changes.at(-1)?.to ?? 0);
  return [...changes.flatMap((change, at) => [...(kept[at] ?? []), ...change.lines]), ...end].join("\n");
}

/** Returns both sides' changes in order; null if two of them meet and differ. */
function together(ours: readonly Change[], theirs: readonly Change[]): Change[] | null {
  const all = [...ours, ...theirs].sort((a, b) => a.from - b.from || a.to - b.to);
  const merged: Change[] = [];
  for (const change of all) {
    const last = merged.at(-1);
    if (!last || last.to < change.from) merged.push(change);
    else if (!same(last, change)) return null;
  }
  return merged;
}

const same = (a: Change, b: Change) =>
  a.from === b.from &&
  a.to === b.to &&
  a.lines.length === b.lines.length &&
  a.lines.every((line, n) => line === b.lines[n]);

/** The number of edits from which a text counts as rewritten: the time and memory of a merge stay bounded. */
const mostEdits = 500;

/**
 * Returns what a side changed, in order; changes that touch are one. Null for a rewritten text: no change of the other
 * side fits into it.
 */
function changesOf(base: readonly string[], side: readonly string[]): Change[] | null {
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
