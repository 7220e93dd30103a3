import { type ChangeObject, diffWordsWithSpace } from "diff";

/** The edit limit, above which both texts are shown whole. */
const mostChanges = 2000;

/** Below this common share a merged view is unreadable. */
const leastInCommon = 0.4;

/** A word-level diff of two short texts. */
export function ChangedWords({ before, after }: { before: string; after: string }) {
  if (before === after) return after;
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostChanges });
  const shown =
    changes && inCommon(changes) >= leastInCommon * Math.max(before.length, after.length)
      ? changes
      : [
          { value: before, added: false, removed: true },
          { value: after, added: true, removed: false },
        ].filter(({ value }) => value !== "");
  return shown.map(({ value, added, removed }, index) => {
    const key = `change ${index.toString()}`;
    if (removed)
      return (
        <del key={key} className="bg-bad-soft text-bad">
          {value}
        </del>
      );
    if (added)
      return (
        <ins key={key} className="border-b-2 border-good bg-good-soft text-good no-underline">
          {value}
        </ins>
      );
    return value;
  });
}

/** Returns the number of common characters. */
const inCommon = (changes: readonly ChangeObject<string>[]): number =>
  changes.reduce((sum, { value, added, removed }) => (added || removed ? sum : sum + value.length), 0);
