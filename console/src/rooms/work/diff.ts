import { diffLines } from "diff";

/** A line of a difference: added, removed, or the same in both. */
export interface DiffLine {
  kind: "added" | "removed" | "same";
  text: string;
}

/** The most changes that are looked for; texts that differ in more are shown whole, one after the other. */
const mostChanges = 5_000;

/** Returns the lines in which two texts differ, with those that they share. */
export function linesOf(before: string, after: string): DiffLine[] {
  const changes = diffLines(before, after, { maxEditLength: mostChanges }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ];
  return changes.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, "")
      .split("\n")
      .map((text) => ({ kind: added ? "added" : removed ? "removed" : "same", text }) as const),
  );
}
