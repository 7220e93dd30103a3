import type { Budget, Change } from "./change.ts";
import { changedLines } from "./changed-lines.ts";
import { changedWords } from "./changed-words.ts";
import { splitsCharacter } from "./surroundings.ts";

/** The transaction of a write may spend this on the anchors of a text, which is some ten milliseconds. */
export const inTransaction = (): Budget => ({ steps: 15_000, most: 5000 });

/** A job may spend this on the anchors of a document, however many they are. */
export const inJob = (): Budget => ({ steps: 1_000_000, most: 5000 });

/** Returns what differs between two texts, in order, by lines; changes that touch are one. */
export function lineChanges(before: string, after: string, budget: Budget): Change[] {
  const [head, tail] = sameEnds(before, after);
  const [from, to] = [head, before.length - tail];
  const [start, end] = [head, after.length - tail];
  if (from === to && start === end) return [];
  const whole = { from, to, start, end };
  if (from === to || start === end) return [whole];
  const hasLines = before.slice(from, to).includes("\n") || after.slice(start, end).includes("\n");
  if (!hasLines) return [whole];
  // Whole lines are compared, so that the n-th one here is the n-th one there.
  const back = from === 0 ? 0 : from - (before.lastIndexOf("\n", from - 1) + 1);
  const newline = before.indexOf("\n", to);
  const on = (newline < 0 ? before.length : newline + 1) - to;
  const lines = { from: from - back, to: to + on, start: start - back, end: end + on };
  return changedLines(before, after, lines, budget);
}

/**
 * Cuts the changes that the test picks into changes of words, while the budget lasts. What is too much to be compared
 * stays as it is.
 */
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

/** Returns how many code units two texts have in common at their starts and at their ends, without half a character. */
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

/** Returns the length that is the same, of at most `most`, halving what is left where a step differs. */
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
