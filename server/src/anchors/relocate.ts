import type { AnchorKind } from "../storage/tables/anchors.ts";
import type { Anchor } from "./anchor.ts";
import type { Budget, Change } from "./change.ts";
import { cutIntoWords, inTransaction, lineChanges } from "./changes.ts";
import { alike, likeness } from "./likeness.ts";
import { firstEndingFrom, type Mapped, mapRange } from "./map-range.ts";
import { bestPlace, type Place } from "./quotes.ts";
import { agreement, contextOf, type Surroundings } from "./surroundings.ts";
import { writtenPlaces } from "./written-places.ts";

/** An anchor as it was, or where it was last. */
export type Held = Anchor & { kind: AnchorKind };

/** What became of an anchor; `isOpen` where the budget ended before it was known that its words are gone. */
export interface Relocated {
  anchor: Anchor;
  isOpen: boolean;
}

/** A text before and after a write, what differs, and what finding its anchors may still spend. */
interface Comparison {
  before: string;
  after: string;
  /** The changes, of which those at anchors are cut into words. */
  changes: readonly Change[];
  /** Returns the changes, of which all are cut into words. */
  written(): readonly Change[];
  revision: number;
  budget: Budget;
}

/**
 * Finds where anchors are after a text was written. The differences say where their words should be, and the words there
 * decide: the same words are attached, and similar ones moved. Words that are not there are looked for in what was
 * written; where they stood before, they are somebody else's.
 */
export function relocate(
  held: readonly Held[],
  { before, after, revision }: { before: string; after: string; revision: number },
  budget: Budget,
): Relocated[] {
  if (before === after)
    return held.map((anchor) => ({ anchor: withRevision(anchor, revision), isOpen: false }));
  const lines = lineChanges(before, after, budget);
  const touched = new Set(
    held.flatMap((anchor) => (anchor.state === "orphaned" ? [] : changesAt(lines, anchor))),
  );
  const changes = cutIntoWords(before, after, lines, budget, (change) => touched.has(change));
  const rest = new Set(lines).difference(touched);
  let all: readonly Change[] | undefined;
  const comparison: Comparison = {
    ...{ before, after, changes, revision, budget },
    written: () => (all ??= cutIntoWords(before, after, changes, budget, (change) => rest.has(change))),
  };
  return held.map((anchor) =>
    anchor.state === "orphaned" ? searched(anchor, comparison) : followed(anchor, comparison),
  );
}

const withRevision = (anchor: Anchor, revision: number): Anchor =>
  anchor.state === "orphaned" ? anchor : { ...anchor, revision };

/** Returns the changes at the two ends of a part of a text. */
function changesAt(changes: readonly Change[], { start, end }: Place): Change[] {
  return [start, end].flatMap((at) => {
    const change = changes[firstEndingFrom(changes, at)];
    return change && change.from <= at ? [change] : [];
  });
}

/** Returns where an anchor of an earlier text is in a later one. */
export function mapAnchor(
  anchor: Anchor,
  rewrite: { before: string; after: string; revision: number },
  kind: AnchorKind = "thread",
): Anchor {
  const [relocated] = relocate([{ ...anchor, kind }], rewrite, inTransaction());
  return relocated?.anchor ?? anchor;
}

/** Follows an anchor whose words were in the text. */
function followed(held: Held, comparison: Comparison): Relocated {
  const { after, changes, revision } = comparison;
  const mapped = mapRange(changes, held);
  const [place] = mapped.places;
  if (mapped.isUntouched && place) return known({ ...held, ...place, revision });
  const same = mapped.places.find(({ start, end }) => after.slice(start, end) === held.exact);
  if (same) return known({ ...held, ...same, revision, state: "attached" });
  if (held.exact === "") return known(lost(held, held));

  const around = contextOf(comparison.before, held.start, held.end);
  const similar = held.kind === "hunk" ? undefined : mostAlike(held.exact, mapped, comparison);
  const inPlace = similar ? agreement(after, similar.start, similar.end, around) : 0;
  const found = written(held.exact, around, comparison, inPlace);
  if (found) return known({ ...held, ...found, revision, state: "attached" });
  if (similar) return known({ ...held, ...similar, revision, state: "moved" });
  return { anchor: lost(held, around), isOpen: held.kind === "thread" };
}

/** Looks for an anchor whose words were gone in what was written. */
function searched(held: Held, comparison: Comparison): Relocated {
  const isOver = comparison.budget.steps <= 0;
  const found = held.kind === "hunk" ? undefined : written(held.exact, held, comparison, 0);
  if (!found) return { anchor: held, isOpen: isOver };
  return known({ ...held, ...found, revision: comparison.revision, state: "attached" });
}

const known = ({ exact, prefix, suffix, start, end, revision, state }: Anchor): Relocated => ({
  anchor: { exact, prefix, suffix, start, end, revision, state },
  isOpen: false,
});

/** Returns an anchor whose words are gone: it keeps its last place and what stood around it there. */
const lost = ({ exact, start, end, revision }: Held, { prefix, suffix }: Surroundings): Anchor => ({
  ...{ exact, prefix, suffix, start, end, revision },
  state: "orphaned",
});

/** Returns the place of those where the words are the most like the quote; none where they are other words. */
function mostAlike(exact: string, { places }: Mapped, { after, budget }: Comparison): Place | undefined {
  let best: (Place & { alike: number }) | undefined;
  for (const place of places) {
    if (budget.steps <= 0) return undefined;
    budget.steps -= (exact.length + place.end - place.start) / 10;
    const found = likeness(exact, after.slice(place.start, place.end));
    if (found >= alike && (!best || found > best.alike)) best = { ...place, alike: found };
  }
  return best && { start: best.start, end: best.end };
}

/** The bytes from which words that occur once in a text are the quote, wherever they were written. */
const tellingBytes = 8;

/**
 * Finds the words of a quote in what was written: where the surroundings agree, and at least as well as they do where the
 * words were; or where words that tell enough are written once.
 */
function written(
  exact: string,
  around: Surroundings,
  comparison: Comparison,
  atLeast: number,
): Place | undefined {
  const { after, budget } = comparison;
  const places = writtenPlaces(after, comparison.written(), exact, budget);
  const best = bestPlace(after, places, around);
  if (!best) return undefined;
  const { start, end } = best;
  if (best.agreement >= Math.max(alike, atLeast)) return { start, end };
  if (atLeast > 0 || places.length > 1 || Buffer.byteLength(exact) < tellingBytes) return undefined;
  return after.indexOf(exact) === after.lastIndexOf(exact) ? { start, end } : undefined;
}
