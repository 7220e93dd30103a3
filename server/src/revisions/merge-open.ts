import { agreedLines, type Segment, segmentsOf } from "./merge-lines.ts";

/** This says how lines that both sides changed are settled: left open, taken from the source, or kept as they are here. */
export type OnConflict = "keep" | "theirs" | "ours";

/** A place that both sides changed: its first line in the merged text, from 1, and its lines on both sides. */
export interface OpenLines {
  line: number;
  here: string;
  source: string;
}

/** A merge with the base of the next one: the source, but for the lines that are still open. */
export interface OpenMerge {
  merged: string;
  base: string;
  open: OpenLines[];
}

/** The most rounds of a merge that is repeated until it changes nothing more; few texts need a third one. */
const mostRounds = 4;

/**
 * Merges a source that changed since `base` into the text here, line by line. Lines that both changed stay as they are
 * here and keep their old base, so that the same merge finds them again: with what it returns and the same source it
 * changes nothing. Returns null for a text that was rewritten.
 */
export function mergeOpen(
  base: string,
  here: string,
  source: string,
  onConflict: OnConflict,
): OpenMerge | null {
  let [before, current] = [base, here];
  for (let round = 0; round < mostRounds; round++) {
    const segments = segmentsOf(before, current, source);
    if (!segments) return null;
    const kept = settled(segments, "keep");
    // A difference can be found in other lines once the base has moved on; only a merge that is repeated knows.
    if (kept.base === before && kept.merged === current) return settled(segments, onConflict);
    if (kept.open.length === 0) return kept;
    [before, current] = [kept.base, kept.merged];
  }
  return null;
}

function settled(segments: readonly Segment[], onConflict: OnConflict): OpenMerge {
  const merged: string[] = [];
  const base: string[] = [];
  const open: OpenLines[] = [];
  const add = (to: string[], lines: readonly string[]) => {
    for (const line of lines) to.push(line);
  };
  for (const segment of segments) {
    const agreed = agreedLines(segment);
    const { current, wanted } = segment;
    const isOpen = !agreed && onConflict === "keep";
    if (isOpen) open.push({ line: merged.length + 1, here: current.join("\n"), source: wanted.join("\n") });
    add(merged, agreed ?? (onConflict === "theirs" ? wanted : current));
    add(base, isOpen ? segment.base : wanted);
  }
  return { merged: merged.join("\n"), base: base.join("\n"), open };
}
