import type { Budget, Change } from "./change.ts";
import { changedLines } from "./changed-lines.ts";
import { changedWords } from "./changed-words.ts";
import { splitsCharacter } from "./surroundings.ts";

/** The budget within a write's transaction: about ten milliseconds. */
export const inTransaction = (): Budget => ({ steps: 15_000, most: 5000 });

/** A job's budget for all anchors of a document. */
export const inJob = (): Budget => ({ steps: 1_000_000, most: 5000 });

/** Returns line-wise differences in order; adjacent changes are merged. */
export function lineChanges(before: string, after: string, budget: Budget): Change[] {
  const [head, tail] = sameEnds(before, after);
  const [from, to] = [head, before.length - tail];
  const [start, end] = [head, after.length - tail];
  if (from === to && start === end) return [];
  const whole = { from, to, start, end };
  if (from === to || start === end) return [whole];
  const hasLines = before.slice(from, to).includes("\n") || after.slice(start, end).includes("\n");
  if (!hasLines) return [whole];
  // Expands to whole lines, so that line numbers correspond.
  const back = from === 0 ? 0 : from - (before.lastIndexOf("\n", from - 1) + 1);
  const newline = before.indexOf("\n", to);
  const on = (newline < 0 ? before.length : newline + 1) - to;
  const lines = { from: from - back, to: to + on, start: start - back, end: end + on };
  return changedLines(before, after, lines, budget);
}

/** Divides the selected changes into word changes while the budget lasts. */
export function cutIntoWords(
  before: string,
  after: string,
  changes: readonly Change[],
  budget: Budget,
  picks: (change: Change) => boolean = () => true,
): Change[] {
  return changes.flatMap((change) =>
    picks(change) ? changedWords(before, after, change, budget) : [change],
  );
}

/** Returns the lengths of the common prefix and suffix in code units, never splitting a character. */
function sameEnds(a: string, b: string): [head: number, tail: number] {
  const most = Math.min(a.length, b.length);
  let head = sameStart(most, (n, to) => a.slice(n, to) === b.slice(n, to));
  if (splitsCharacter(a, head) || splitsCharacter(b, head)) head--;
  let tail = sameStart(
    most - head,
    (n, to) => a.slice(a.length - to, a.length - n) === b.slice(b.length - to, b.length - n),
  );
  if (splitsCharacter(a, a.length - tail) || splitsCharacter(b, b.length - tail)) tail--;
  return [head, tail];
}

/** Returns the common length up to `most`, by halving steps. */
function sameStart(most: number, isSame: (from: number, to: number) => boolean): number {
  let at = 0;
  for (let step = most; step > 0; ) {
    const to = Math.min(at + step, most);
    if (to > at && isSame(at, to)) at = to;
    else step = step === 1 ? 0 : Math.ceil(step / 2);
    if (at === most) break;
  }
  return at;
}
