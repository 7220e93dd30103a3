import { type Field, fields, type Item, type RemoteItem, type Tracker } from "../../trackers/tracker.ts";
import { renderer, shortHash } from "./hashes.ts";

/** Hashes by field: `ours` of the value that was last written, `theirs` of what the tracker made of it. */
export type LastSynced = Partial<Record<Field, readonly [ours: string, theirs: string]>> & {
  /** The handle at the end of the text, which is not compared as people don't write it. */
  handle?: string;
};

export interface Comparison {
  /** The tracker says the same already. */
  same: Field[];
  /** The field changed here and not in the tracker. */
  write: Field[];
  /** The field changed here and in the tracker, to different values. */
  conflicts: Field[];
}

const oursOf = (item: Item, field: Field) => shortHash(renderer, field, item[field]);
const theirsOf = (remote: RemoteItem, field: Field) => shortHash(remote.fields[field]);

/**
 * Compares each field three ways: the value here, the tracker's, and the one last written. A field that only people
 * in the tracker changed is left to them. `overwrite` names the fields that are written where both changed them. `isOurs` says that a write of ours was never answered. Trackers rewrite
 * texts in their own way, so `matches` can only guess whether two texts say the same: it is asked only where the
 * tracker's text is not as we left it.
 */
export function compare(
  item: Item,
  remote: RemoteItem,
  known: LastSynced,
  { matches: says, isHalfWritten }: Pick<Tracker, "matches" | "isHalfWritten">,
  { overwrite, isOurs = false }: { overwrite: readonly Field[]; isOurs?: boolean },
): Comparison {
  const comparison: Comparison = { same: [], write: [], conflicts: [] };
  const { same, write, conflicts } = comparison;
  const isLeft = (field: Field) => known[field]?.[1] === theirsOf(remote, field);
  const isHalf = (field: Field) => isOurs && (isHalfWritten?.(remote, item, field) ?? false);
  for (const field of fields) {
    const isRenamed = field === "text" && known.handle !== undefined && known.handle !== item.handle;
    const isChanged = isRenamed || known[field]?.[0] !== oursOf(item, field);
    if (isLeft(field)) (isChanged ? write : same).push(field);
    else if (says(remote, item, field)) (isRenamed ? write : same).push(field);
    else if (isChanged) (overwrite.includes(field) || isHalf(field) ? write : conflicts).push(field);
  }
  // A title that is too long for the tracker stands whole in the text, so the text changes with it.
  const needsText = write.includes("title") && !write.includes("text") && isLeft("text");
  if (needsText && !says(remote, item, "text")) write.push("text");
  return comparison;
}

/** Returns what is known once these fields were written; `remote` is the issue as the tracker has it now. */
export function lastSyncedAfter(
  item: Item,
  remote: RemoteItem,
  fieldsWritten: readonly Field[],
  before: LastSynced,
): LastSynced {
  const after: LastSynced = { ...before, ...(fieldsWritten.includes("text") ? { handle: item.handle } : {}) };
  for (const field of fieldsWritten) after[field] = [oursOf(item, field), theirsOf(remote, field)];
  return after;
}

/**
 * Returns what is known of an issue that was found again: the fields that say what was sent. People changed the
 * others.
 */
export function lastSyncedOf(item: Item, remote: RemoteItem, says: Tracker["matches"]): LastSynced {
  return lastSyncedAfter(
    item,
    remote,
    fields.filter((field) => says(remote, item, field)),
    {},
  );
}

export const readLastSynced = (known: string | null): LastSynced =>
  known === null ? {} : (JSON.parse(known) as LastSynced);
