import { diffLines } from "diff";

export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** The edit limit, above which the whole text counts as changed. */
const mostEdits = 2_000;

/** Returns the changes, positioned in the first text. */
export function changesBetween(before: string, after: string): TextChange[] {
  if (before === after) return [];
  const parts = diffLines(before, after, { maxEditLength: mostEdits });
  if (!parts) return [narrowed(before, { from: 0, to: before.length, insert: after })];
  const changes: TextChange[] = [];
  let offset = 0;
  let open: TextChange | null = null;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) open = null;
    else if (!open) {
      open = { from: offset, to: offset, insert: "" };
      changes.push(open);
    }
    if (!added) offset += value.length;
    if (open && added) open.insert += value;
    if (open && removed) open.to = offset;
  }
  return changes.map((change) => narrowed(before, change));
}

/** Trims the common prefix and suffix. */
function narrowed(before: string, { from, to, insert }: TextChange): TextChange {
  const longest = Math.min(to - from, insert.length);
  let head = 0;
  while (head < longest && before[from + head] === insert[head]) head++;
  let tail = 0;
  while (tail < longest - head && before[to - tail - 1] === insert[insert.length - tail - 1]) tail++;
  return { from: from + head, to: to - tail, insert: insert.slice(head, insert.length - tail) };
}
