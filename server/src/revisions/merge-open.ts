import { agreedLines, type Segment, segmentsOf } from "@groundplan/contract/merge-segments";
import { mostEdits } from "./merge-lines.ts";

/** How conflicting lines are resolved: left open, from the source, or ours. */
export type OnConflict = "keep" | "theirs" | "ours";

/** A conflict: its first line in the merged text, from 1, and both sides' lines. */
export interface OpenLines {
  line: number;
  here: string;
  source: string;
}

/** A merge result, and the base for the next one: the source except for open lines. */
export interface OpenMerge {
  merged: string;
  base: string;
  open: OpenLines[];
}

/** Rounds until the merge is stable; few texts need a third. */
const mostRounds = 4;

/**
 * Merges a changed source into our text by line. Conflicting lines stay ours and keep their old base, so that
 * the merge is idempotent and finds them again. Returns null for a rewritten text.
 */
export function mergeOpen(
  base: string,
  here: string,
  source: string,
  onConflict: OnConflict,
): OpenMerge | null {
  let [before, current] = [base, here];
  for (let round = 0; round < mostRounds; round++) {
    const segments = segmentsOf({ base: before, current, wanted: source }, mostEdits);
    if (!segments) return null;
    const kept = settled(segments, "keep");
    // With a new base, differences may align elsewhere; only repeating the merge tells.
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
