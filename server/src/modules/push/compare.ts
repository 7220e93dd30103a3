import { renderer, shortHash } from "./hashes.ts";
import { type Field, fields, type Item, type Seen, type Tracker } from "./trackers/tracker.ts";

/** By field: the hash of what was last written, and of what the tracker made of it. */
export type Known = Partial<Record<Field, readonly [ours: string, theirs: string]>> & {
  /** What the text ends with: it is no part of what people write, and not compared. */
  handle?: string;
};

export interface Comparison {
  /** The tracker says it already. */
  same: Field[];
  /** Changed here and not there. */
  write: Field[];
  /** Changed here and there, and not alike. */
  conflicts: Field[];
}

const saidOf = (item: Item, field: Field) => (field === "effort" ? item.effort : item[field]);
const oursOf = (item: Item, field: Field) => shortHash(renderer, field, saidOf(item, field));
const theirsOf = (seen: Seen, field: Field) => shortHash(seen.fields[field]);

/**
 * Compares each field three ways: what is to be said, what the tracker has, and what was last written. What only
 * people in the tracker changed is left to them. `isOurs`: a write of ours was never answered. Trackers rewrite texts in their own way, so whether two texts say the
 * same is a guess: it is asked for only where the tracker's is not as it was left.
 */
export function compare(
  item: Item,
  seen: Seen,
  known: Known,
  { says, isHalfWritten }: Pick<Tracker, "says" | "isHalfWritten">,
  { overwrite, isOurs = false }: { overwrite: boolean; isOurs?: boolean },
): Comparison {
  const comparison: Comparison = { same: [], write: [], conflicts: [] };
  const { same, write, conflicts } = comparison;
  const isLeft = (field: Field) => known[field]?.[1] === theirsOf(seen, field);
  const isHalf = (field: Field) => isOurs && (isHalfWritten?.(seen, item, field) ?? false);
  for (const field of fields) {
    const isRenamed = field === "text" && known.handle !== undefined && known.handle !== item.handle;
    const isChanged = isRenamed || known[field]?.[0] !== oursOf(item, field);
    if (isLeft(field)) (isChanged ? write : same).push(field);
    else if (says(seen, item, field)) (isRenamed ? write : same).push(field);
    else if (isChanged) (overwrite || isHalf(field) ? write : conflicts).push(field);
  }
  // A title that is too long for the tracker stands whole in the text.
  const needsText = write.includes("title") && !write.includes("text") && isLeft("text");
  if (needsText && !says(seen, item, "text")) write.push("text");
  return comparison;
}

/** What is known once these fields were written; `seen` is what the tracker has now. */
export function knownAfter(item: Item, seen: Seen, fieldsWritten: readonly Field[], before: Known): Known {
  const after: Known = { ...before, ...(fieldsWritten.includes("text") ? { handle: item.handle } : {}) };
  for (const field of fieldsWritten) after[field] = [oursOf(item, field), theirsOf(seen, field)];
  return after;
}

/** Of something that was found again: which fields say what was sent with it. The rest is people's. */
export function knownOf(item: Item, seen: Seen, says: Tracker["says"]): Known {
  return knownAfter(
    item,
    seen,
    fields.filter((field) => says(seen, item, field)),
    {},
  );
}

export const readKnown = (known: string | null): Known =>
  known === null ? {} : (JSON.parse(known) as Known);
