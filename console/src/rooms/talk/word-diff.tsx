import { diffWordsWithSpace } from "diff";

/** The most changes that are looked for; texts that differ in more are shown whole, one after the other. */
const mostChanges = 2000;

/** Shows what changed between two short texts, word by word. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostChanges }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ];
  return (
    <p className="max-h-60 overflow-y-auto rounded-md bg-sunk px-2 py-1 font-mono text-note break-words whitespace-pre-wrap">
      {changes.map(({ value, added, removed }, index) => {
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
      })}
    </p>
  );
}
