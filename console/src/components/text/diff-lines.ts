import { diffLines } from "diff";

export interface DiffLine {
  kind: "added" | "removed" | "same";
  text: string;
}

/** The edit limit, above which both texts are shown whole. */
const mostChanges = 5_000;

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

/** Returns the lines of a patch, without its headers. */
export const linesOfPatch = (patch: string): DiffLine[] =>
  patch
    .replace(/^[\s\S]*?(?=^@@)/m, "")
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("@@") && !line.startsWith("\\"))
    .map((line) => ({ kind: kinds[line.charAt(0)] ?? "same", text: line.slice(1) }));

const kinds: Record<string, DiffLine["kind"]> = { "+": "added", "-": "removed" };
