import { diffArrays } from "diff";

/** A part of a text that became another: `from` to `to` before, `start` to `end` after. */
export interface Change {
  from: number;
  to: number;
  start: number;
  end: number;
}

/**
 * A comparison may still spend this many steps of about a microsecond: steps and not time, so that the same texts give the
 * same result on every machine.
 */
export interface Budget {
  steps: number;
  /** The most steps that one comparison of two lists takes. */
  readonly most: number;
}

/** Adds a change behind others; one that touches the last is one with it. */
export function addChange(changes: Change[], change: Change): void {
  const last = changes.at(-1);
  if (last && last.to === change.from && last.end === change.start) {
    last.to = change.to;
    last.end = change.end;
  } else changes.push({ ...change });
}

/** Returns what differs between two lists, in order; null where the budget ends before all is found. */
export function editsBetween<T extends string | number>(
  a: readonly T[],
  b: readonly T[],
  budget: Budget,
): Change[] | null {
  budget.steps -= (a.length + b.length) / 20;
  if (budget.steps <= 0) return null;
  // A comparison that finds n edits takes about n * n / 2 steps.
  const maxEditLength = Math.floor(Math.sqrt(2 * Math.min(budget.steps, budget.most)));
  const parts = diffArrays([...a], [...b], { maxEditLength });
  if (!parts) {
    budget.steps -= (maxEditLength * maxEditLength) / 2;
    return null;
  }
  const changes: Change[] = [];
  let edits = 0;
  let [from, start] = [0, 0];
  for (const { added, removed, count } of parts) {
    const [to, end] = [added ? from : from + count, removed ? start : start + count];
    if (added || removed) {
      edits += count;
      addChange(changes, { from, to, start, end });
    }
    [from, start] = [to, end];
  }
  budget.steps -= (edits * edits) / 2;
  return changes;
}
