import { diffLines } from "diff";

/** A replaced part of a text, in UTF-16 units. */
export interface Hunk {
  start: number;
  end: number;
  replacement: string;
}

/** Returns what turns one text into another, by lines. */
export function hunksOf(before: string, after: string): Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let open: Hunk | undefined;
  for (const { added, removed, value } of diffLines(before, after)) {
    if (!added && !removed) {
      at += value.length;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { start: at, end: at, replacement: "" };
      hunks.push(open);
    }
    if (added) open.replacement += value;
    else {
      at += value.length;
      open.end = at;
    }
  }
  return hunks;
}
