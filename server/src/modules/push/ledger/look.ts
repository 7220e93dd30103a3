import type { SpecStatus } from "@groundplan/contract";
import { type Details, type ItemPart, parts, type RemoteItem } from "../../trackers/tracker.ts";
import type { LastSynced } from "./compare.ts";
import { type DetailsBase, detailsKey } from "./details.ts";
import { shortHash } from "./hashes.ts";
import type { ItemRow } from "./ledger.ts";
import type { StatusBase } from "./statuses.ts";

/**
 * The last view of an issue that had changed here. While valid, counts need no call to know whether a push
 * would write.
 */
interface Look {
  /** The held parts; empty if both sides agree. */
  waits: readonly ItemPart[];
  of: string;
  /** The hash without the text and the held parts; null if the text is not held. */
  beside: string | null;
  seen: string;
  /** The tracker's details; absent if none are sent. */
  seenDetails?: string;
  /** The last-written hashes of held parts, as far as known. */
  left: PartHashes;
}

export interface Looked {
  title: string;
  effort: number | null;
  status: SpecStatus | null;
  details: Details | null;
  hash: string;
}

type PartHashes = Partial<Record<ItemPart, string>>;

export interface Sight {
  seen: string;
  seenDetails: string;
  now: PartHashes;
}

const keyOf = ({ details }: Looked) => {
  const key = detailsKey(details);
  return key === "" ? [] : [key];
};

const hashOf = (looked: Looked) => shortHash(looked.hash, looked.status, ...keyOf(looked));

function besideOf(looked: Looked, waits: readonly ItemPart[]): string | null {
  const rest = (["title", "effort", "status"] as const).filter((part) => !waits.includes(part));
  const beside = rest.flatMap((part) => [part, looked[part]]);
  return waits.includes("text") ? shortHash(...beside, ...keyOf(looked)) : null;
}

export function sightOf({ fields, status, details, readOnlyReason }: RemoteItem): Sight {
  const now = {
    title: shortHash(fields.title),
    text: shortHash(fields.text),
    effort: shortHash(fields.effort),
    status,
  };
  const { assignee, priority, dueDate } = details;
  return {
    now: { ...now, assignee, priority, dueDate },
    seen: shortHash(...Object.values(now), readOnlyReason),
    seenDetails: shortHash(assignee, priority, dueDate, ...details.labels.toSorted()),
  };
}

/** A held part that no change in the tracker makes writable. */
const never = "-";

interface Bases {
  lastSynced: LastSynced;
  statusBase: StatusBase | null;
  detailsBase: DetailsBase;
  /** Held parts that the tracker can't have. */
  unwritable: readonly ItemPart[];
}

/** Returns a view as stored; `waits` lists the held parts. */
export function lookAfter(
  item: Looked,
  remote: RemoteItem,
  waits: readonly ItemPart[],
  { lastSynced, statusBase, detailsBase, unwritable }: Bases,
): string {
  const isClosed = remote.readOnlyReason !== null;
  const waiting = isClosed ? parts : [...waits, ...unwritable];
  const base = (part: ItemPart) => {
    if (part === "labels" || unwritable.includes(part)) return never;
    if (part === "status") return statusBase?.theirs;
    const both =
      part === "title" || part === "text" || part === "effort" ? lastSynced[part] : detailsBase[part];
    return both?.[1];
  };
  const left = isClosed ? [] : waiting.map((part) => [part, base(part)] as const);
  const { seen, seenDetails } = sightOf(remote);
  const look: Look = {
    waits: waiting,
    of: hashOf(item),
    beside: besideOf(item, waiting),
    seen,
    ...(item.details ? { seenDetails } : {}),
    left: Object.fromEntries(left),
  };
  return JSON.stringify(look);
}

const readLook = (look: string): Look => JSON.parse(look) as Look;

/** Returns whether both sides agreed or all changes were held; else null. */
export function lastLook(row: Pick<ItemRow, "state" | "look">, item: Looked): "agrees" | "waits" | null {
  if (row.state !== "sent" || row.look === null) return null;
  const { waits, of, beside } = readLook(row.look);
  const holds = of === hashOf(item) || (beside !== null && beside === besideOf(item, waits));
  if (!holds) return null;
  return waits.length > 0 ? "waits" : "agrees";
}

/** Returns true if the tracker has changed so that each held part may be writable now. */
export function isOver(look: string, { seen, seenDetails, now }: Sight): boolean {
  const { waits, left, seen: before, seenDetails: detailsBefore } = readLook(look);
  const isSame = seen === before && (detailsBefore ?? seenDetails) === seenDetails;
  return !isSame && waits.every((part) => left[part] === undefined || left[part] === now[part]);
}
