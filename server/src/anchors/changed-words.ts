import { addChange, type Budget, type Change, editsBetween } from "./change.ts";

/** A word, white space, or any other character. In scripts without spaces, every character is a token. */
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|\s+|./gsu;

/** Tokens of both sides, above which a change is not divided. */
const mostTokens = 8000;

/** Code units above which a change certainly has more tokens. */
const mostUnits = 100_000;

/** Divides a change into word changes; returns it as is if it is too large. */
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

/** Returns token start offsets, and the end of the last. */
function startsOf(tokens: readonly string[], from: number): number[] {
  const starts = [from];
  let at = from;
  for (const { length } of tokens) {
    at += length;
    starts.push(at);
  }
  return starts;
}
