import { diffArrays } from "diff";

/** A replaced part of a text: `from` to `to` before, `start` to `end` after. */
export interface Change {
  from: number;
  to: number;
  start: number;
  end: number;
}

/**
 * The remaining steps of a comparison, each about a microsecond. Steps instead of time make results
 * reproducible.
 */
export interface Budget {
  steps: number;
  /** Limit for a single list comparison. */
  readonly most: number;
}

/** Appends a change, merging it with an adjacent last one. */
export function addChange(changes: Change[], change: Change): void {
  const last = changes.at(-1);
  if (last && last.to === change.from && last.end === change.start) {
    last.to = change.to;
    last.end = change.end;
  } else changes.push({ ...change });
}

/** Returns the differences between two lists in order; null if the budget runs out. */
export function editsBetween<T extends string | number>(
  a: readonly T[],
  b: readonly T[],
  budget: Budget,
): Change[] | null {
  budget.steps -= (a.length + b.length) / 20;
  if (budget.steps <= 0) return null;
  // Finding n edits takes about n²/2 steps.
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
