import type { AnchorKind } from "../storage/tables/anchors.ts";
import type { Anchor } from "./anchor.ts";
import type { Budget, Change } from "./change.ts";
import { cutIntoWords, lineChanges } from "./changes.ts";
import { firstEndingFrom } from "./map-range.ts";
import type { Place } from "./quotes.ts";

/** An anchor as it was, or where it was last. */
export type Held = Anchor & { kind: AnchorKind };

/** These fields of an anchor say where a comparison has to be close. */
export type Located = Pick<Held, "start" | "end" | "state">;

/** A text before and after a write, and the revision that it has then. */
export interface Rewrite {
  before: string;
  after: string;
  revision: number;
}

/** Two texts, what differs, and what finding anchors in them may still spend. */
export interface Comparison extends Rewrite {
  /** The changes, of which those at the ends of anchors are cut into words. */
  changes: readonly Change[];
  /** Returns the changes, of which all are cut into words. */
  written(): readonly Change[];
  budget: Budget;
}

/** Compares two texts as closely as the anchors that are held in the first one need it. */
export function compare(held: readonly Located[], rewrite: Rewrite, budget: Budget): Comparison {
  const { before, after } = rewrite;
  const lines = lineChanges(before, after, budget);
  const located = held.filter(({ state }) => state !== "orphaned");
  const touched = new Set(located.flatMap((anchor) => changesAtEnds(lines, anchor)));
  const changes = cutIntoWords(before, after, lines, budget, (change) => touched.has(change));
  const rest = new Set(lines).difference(touched);
  let all: readonly Change[] | undefined;
  const written = () => {
    all ??= cutIntoWords(before, after, changes, budget, (change) => rest.has(change));
    return all;
  };
  return { ...rewrite, changes, written, budget };
}

/** Returns the changes at the two ends of a part of a text. */
function changesAtEnds(changes: readonly Change[], { start, end }: Place): Change[] {
  return [start, end].flatMap((at) => {
    const change = changes[firstEndingFrom(changes, at)];
    return change && change.from <= at ? [change] : [];
  });
}
