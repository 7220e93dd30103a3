import type { AnchorKind } from "../storage/tables/anchors.ts";
import type { Anchor } from "./anchor.ts";
import type { Budget, Change } from "./change.ts";
import { cutIntoWords, lineChanges } from "./changes.ts";
import { firstEndingFrom } from "./map-range.ts";
import type { TextRange } from "./quotes.ts";

/** An anchor at its last known position. */
export type Held = Anchor & { kind: AnchorKind };

/** The position of an anchor, which decides where a comparison must be precise. */
export type Located = Pick<Held, "start" | "end" | "state">;

/** A text before and after a write, with the new revision. */
export interface Rewrite {
  before: string;
  after: string;
  revision: number;
}

/** A rewrite with its differences and the remaining budget. */
export interface Comparison extends Rewrite {
  /** Changes, divided into words at the ends of anchors. */
  changes: readonly Change[];
  /** Returns all changes divided into words. */
  written(): readonly Change[];
  budget: Budget;
}

/** Compares two texts as precisely as the anchors in the first one require. */
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

/** Returns the changes at both ends of a range. */
function changesAtEnds(changes: readonly Change[], { start, end }: TextRange): Change[] {
  return [start, end].flatMap((at) => {
    const change = changes[firstEndingFrom(changes, at)];
    return change && change.from <= at ? [change] : [];
  });
}
