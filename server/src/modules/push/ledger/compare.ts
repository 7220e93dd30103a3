import {
  type Field,
  fields,
  type Item,
  type Part,
  type RemoteItem,
  type Tracker,
} from "../../trackers/tracker.ts";
import { renderer, shortHash } from "./hashes.ts";
import { compareStatus, type StatusBase } from "./statuses.ts";

/** Hashes by field: `ours` of the value that was last written, `theirs` of what the tracker made of it. */
export type LastSynced = Partial<Record<Field, readonly [ours: string, theirs: string]>> & {
  /** The handle at the end of the text, which is not compared as people don't write it. */
  handle?: string;
};

export interface Comparison {
  /** The tracker says the same already. */
  same: Part[];
  /** The part changed here and not in the tracker. */
  write: Part[];
  /** The part changed here and in the tracker, to different values. */
  conflicts: Part[];
}

interface Comparing {
  overwrite: readonly Part[];
  statusBase?: StatusBase | null;
  isOurs?: boolean;
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
  { overwrite, statusBase = null, isOurs = false }: Comparing,
): Comparison {
  const comparison: Comparison = { same: [], write: [], conflicts: [] };
  const { same, write, conflicts } = comparison;
  const isLeft = (field: Field) => known[field]?.[1] === theirsOf(remote, field);
  const isHalf = (part: Part) => isOurs && (isHalfWritten?.(remote, item, part) ?? false);
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
  if (item.status !== null) {
    const how = { overwrites: overwrite.includes("status"), isHalf: isHalf("status") };
    const end = compareStatus(item.status, remote.status, statusBase, how);
    if (end !== null) comparison[end].push("status");
  }
  return comparison;
}

/** Returns what is known once these fields were written; `remote` is the issue as the tracker has it now. */
export function lastSyncedAfter(
  item: Item,
  remote: RemoteItem,
  written: readonly Part[],
  before: LastSynced,
): LastSynced {
  const after: LastSynced = { ...before, ...(written.includes("text") ? { handle: item.handle } : {}) };
  for (const field of fields.filter((one) => written.includes(one)))
    after[field] = [oursOf(item, field), theirsOf(remote, field)];
  return after;
}

/**
 * Returns what is known of an issue that was found again: the fields that say what was sent. People changed the
 * others. `sentParts` are those that the unanswered call held.
 */
export function lastSyncedOf(
  item: Item,
  remote: RemoteItem,
  says: Tracker["matches"],
  sentParts: readonly Part[] = fields,
): LastSynced {
  const arrived = fields.filter((field) => sentParts.includes(field) && says(remote, item, field));
  return lastSyncedAfter(item, remote, arrived, {});
}

export const readLastSynced = (known: string | null): LastSynced =>
  known === null ? {} : (JSON.parse(known) as LastSynced);
