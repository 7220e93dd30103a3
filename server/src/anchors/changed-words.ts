import { addChange, type Budget, type Change, editsBetween } from "./change.ts";

/**
 * A word, spaces, or one other character. Where words are not set apart by spaces, each character is one.
 */
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|\s+|./gsu;

/** The most words on both sides of a change that is cut. */
const mostTokens = 8000;

/** The code units of a change from which it holds more words than are compared, whatever they are. */
const mostUnits = 100_000;

/** Returns the changes of words in a change; the change itself where it is too large to compare. */
export function changedWords(before: string, after: string, change: Change, budget: Budget): Change[] {
  const { from, to, start, end } = change;
  if (from === to || start === end || to - from + end - start > mostUnits) return [change];
  if (budget.steps <= 0) return [change];
  budget.steps -= (to - from + end - start) / 10;
  const a = before.slice(from, to).match(token) ?? [];
  const b = after.slice(start, end).match(token) ?? [];
  const edits = a.length + b.length > mostTokens ? null : editsBetween(a, b, budget);
  if (!edits) return [change];
  const [aStarts, bStarts] = [startsOf(a, from), startsOf(b, start)];
  const changes: Change[] = [];
  for (const edit of edits)
    addChange(changes, {
      from: aStarts[edit.from] ?? to,
      to: aStarts[edit.to] ?? to,
      start: bStarts[edit.start] ?? end,
      end: bStarts[edit.end] ?? end,
    });
  return changes;
}

/** Returns where each token begins, and where the last one ends. */
function startsOf(tokens: readonly string[], from: number): number[] {
  const starts = [from];
  let at = from;
  for (const { length } of tokens) {
    at += length;
    starts.push(at);
  }
  return starts;
}
