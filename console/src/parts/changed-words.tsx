import { type ChangeObject, diffWordsWithSpace } from "diff";

/** The most changes that are looked for; texts that differ in more are shown whole, one after the other. */
const mostChanges = 2000;

/** Texts that have less than this part of the longer one in common are two texts: between each other nobody can read them. */
const leastInCommon = 0.4;

/** Shows what changed between two short texts, word by word. */
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

/** Returns how many characters both texts have. */
const inCommon = (changes: readonly ChangeObject<string>[]): number =>
  changes.reduce((sum, { value, added, removed }) => (added || removed ? sum : sum + value.length), 0);
