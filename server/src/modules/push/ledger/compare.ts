import {
  type Field,
  fields,
  type Item,
  type ItemPart,
  type RemoteItem,
  type Tracker,
} from "../../trackers/tracker.ts";
import { compareDetails, type DetailsComparison, type Terms } from "./compare-details.ts";
import type { DetailsBase } from "./details.ts";
import { renderer, shortHash } from "./hashes.ts";
import { compareStatus, type StatusBase } from "./statuses.ts";

/** Hashes by field: the last written value, and the tracker's rendering of it. */
export type LastSynced = Partial<Record<Field, readonly [ours: string, theirs: string]>> & {
  /** Not compared, as users don't write it. */
  handle?: string;
};

export type Comparison = DetailsComparison;

interface Comparing {
  overwrite: readonly ItemPart[];
  statusBase?: StatusBase | null;
  detailsBase?: DetailsBase;
  /** Needed for an item with details. */
  terms?: Terms;
  isOurs?: boolean;
}

const oursOf = (item: Item, field: Field) => shortHash(renderer, field, item[field]);
const theirsOf = (remote: RemoteItem, field: Field) => shortHash(remote.fields[field]);

/**
 * Compares each field three ways. Fields changed only in the tracker stay; `overwrite` lists the conflicts to
 * write. `isOurs`: one of our writes is unanswered. `matches` is a heuristic, used only if the tracker's text
 * is not as we left it.
 */
export function compare(
  item: Item,
  remote: RemoteItem,
  known: LastSynced,
  { matches: says, isHalfWritten }: Pick<Tracker, "matches" | "isHalfWritten">,
  { overwrite, statusBase = null, detailsBase = {}, terms, isOurs = false }: Comparing,
): Comparison {
  const comparison: Comparison =
    item.details && terms
      ? compareDetails(item.details, remote.details, detailsBase, terms, overwrite)
      : { same: [], write: [], conflicts: [], left: [], writes: {} };
  const { same, write, conflicts } = comparison;
  const isLeft = (field: Field) => known[field]?.[1] === theirsOf(remote, field);
  const isHalf = (part: ItemPart) => isOurs && (isHalfWritten?.(remote, item, part) ?? false);
  for (const field of fields) {
    const isRenamed = field === "text" && known.handle !== undefined && known.handle !== item.handle;
    const isChanged = isRenamed || known[field]?.[0] !== oursOf(item, field);
    if (isLeft(field)) (isChanged ? write : same).push(field);
    else if (says(remote, item, field)) (isRenamed ? write : same).push(field);
    else if (isChanged) (overwrite.includes(field) || isHalf(field) ? write : conflicts).push(field);
  }
  // An overlong title is repeated in the text.
  const needsText = write.includes("title") && !write.includes("text") && isLeft("text");
  if (needsText && !says(remote, item, "text")) write.push("text");
  if (item.status !== null) {
    const how = { overwrites: overwrite.includes("status"), isHalf: isHalf("status") };
    const end = compareStatus(item.status, remote.status, statusBase, how);
    if (end !== null) comparison[end].push("status");
  }
  return comparison;
}

export function lastSyncedAfter(
  item: Item,
  remote: RemoteItem,
  written: readonly ItemPart[],
  before: LastSynced,
): LastSynced {
  const after: LastSynced = { ...before, ...(written.includes("text") ? { handle: item.handle } : {}) };
  for (const field of fields.filter((one) => written.includes(one)))
    after[field] = [oursOf(item, field), theirsOf(remote, field)];
  return after;
}

/**
 * Returns the hashes of an issue found again: fields equal to what was sent are ours, the rest were edited.
 * `sentParts` are those of the unanswered call.
 */
export function lastSyncedOf(
  item: Item,
  remote: RemoteItem,
  says: Tracker["matches"],
  sentParts: readonly ItemPart[] = fields,
): LastSynced {
  const arrived = fields.filter((field) => sentParts.includes(field) && says(remote, item, field));
  return lastSyncedAfter(item, remote, arrived, {});
}

export const readLastSynced = (known: string | null): LastSynced =>
  known === null ? {} : (JSON.parse(known) as LastSynced);
