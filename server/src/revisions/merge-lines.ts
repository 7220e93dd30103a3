import { diffArrays } from "diff";

/** Base lines `from` to `to` (exclusive) that a side has as `lines`. */
interface Change {
  from: number;
  to: number;
  lines: readonly string[];
}

/**
 * Merges two texts that were made from one, line by line. Null where both changed the same or neighbouring
 * lines in different ways.
 */
export function mergeLines(base: string, current: string, wanted: string): string | null {
  if (current === base || current === wanted) return wanted;
  if (wanted === base) return current;
  const lines = base.split("\n");
  const changes = together(changesOf(lines, current.split("\n")), changesOf(lines, wanted.split("\n")));
  if (!changes) return null;
  const kept = changes.map((change, at) => lines.slice(changes[at - 1]?.to ?? 0, change.from));
  const end = lines.slice(changes.at(-1)?.to ?? 0);
  return [...changes.flatMap((change, at) => [...(kept[at] ?? []), ...change.lines]), ...end].join("\n");
}

/** Both sides' changes in order; null where two of them meet and are not the same. */
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

/** Past so many edits the texts count as rewritten: the time and memory of a merge stay bounded. */
const mostEdits = 500;

/** What a side changed, in order; changes that touch are one. */
function changesOf(base: readonly string[], side: readonly string[]): Change[] {
  const parts = diffArrays([...base], [...side], { maxEditLength: mostEdits });
  if (!parts) return [{ from: 0, to: base.length, lines: side }];
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
