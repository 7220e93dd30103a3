import { agreedLines, segmentsOf } from "@groundplan/contract/merge-segments";

/** Edits above which a text counts as rewritten. */
export const mostEdits = 500;

/** Merges two derived texts by line. Returns null if both changed the same or adjacent lines differently. */
export function mergeLines(base: string, current: string, wanted: string): string | null {
  const merged: string[] = [];
  for (const segment of segmentsOf({ base, current, wanted }, mostEdits) ?? [null]) {
    const lines = segment && agreedLines(segment);
    if (!lines) return null;
    for (const line of lines) merged.push(line);
  }
  return merged.join("\n");
}
