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

/** What a side changed: what differs between the lines that it shares with the base. */
function changesOf(base: readonly string[], side: readonly string[]): Change[] {
  let head = 0;
  while (head < base.length && head < side.length && base[head] === side[head]) head++;
  let tail = 0;
  const most = Math.min(base.length, side.length) - head;
  while (tail < most && base[base.length - 1 - tail] === side[side.length - 1 - tail]) tail++;
  const [baseEnd, sideEnd] = [base.length - tail, side.length - tail];

  const shared = sharedLines(base.slice(head, baseEnd), side.slice(head, sideEnd));
  const changes: Change[] = [];
  let [b, s] = [head, head];
  for (const [inBase, inSide] of [...shared, [baseEnd - head, sideEnd - head] as const]) {
    const [to, sideTo] = [head + inBase, head + inSide];
    if (to > b || sideTo > s) changes.push({ from: b, to, lines: side.slice(s, sideTo) });
    [b, s] = [to + 1, sideTo + 1];
  }
  return changes;
}

/** Past so many edits the texts count as rewritten: the time and memory of a merge stay bounded. */
const mostEdits = 1000;

/**
 * Pairs of indices of lines that two texts share, in order, as many as possible: E. W. Myers, An O(ND)
 * difference algorithm, 1986. None where more than `mostEdits` lines came or went.
 */
function sharedLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const most = Math.min(mostEdits, a.length + b.length);
  const furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    trace.push(furthest.slice(most - edits, most + edits + 3));
    for (let k = -edits; k <= edits; k += 2) {
      const at = most + 1 + k;
      let x = stepFrom(furthest, at, k, edits) > at ? seen(furthest, at + 1) : seen(furthest, at - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest[at] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length);
    }
  }
  return [];
}

const seen = (furthest: Int32Array, at: number) => furthest[at] ?? 0;

/** The neighbouring diagonal that reaches further: the one above (a line of `b` came) or below (one of `a` went). */
function stepFrom(furthest: Int32Array, at: number, k: number, edits: number): number {
  if (k === edits && edits > 0) return at - 1;
  return k === -edits || seen(furthest, at - 1) < seen(furthest, at + 1) ? at + 1 : at - 1;
}

function walkBack(trace: readonly Int32Array[], endA: number, endB: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [endA, endB];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits] ?? new Int32Array();
    const at = edits + 1 + x - y;
    const from = stepFrom(furthest, at, x - y, edits);
    const fromX = seen(furthest, from);
    const fromY = fromX - (x - y + from - at);
    while (x > fromX && y > Math.max(fromY, 0)) pairs.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}
