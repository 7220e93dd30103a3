import type { SpecStatus } from "@groundplan/contract";
import { type ItemPart, parts, type RemoteItem } from "../../trackers/tracker.ts";
import type { LastSynced } from "./compare.ts";
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
  /** The last-written hashes of held parts, as far as known. */
  left: PartHashes;
}

export interface Looked {
  title: string;
  effort: number | null;
  status: SpecStatus | null;
  hash: string;
}

type PartHashes = Partial<Record<ItemPart, string>>;

export interface Sight {
  seen: string;
  now: PartHashes;
}

const hashOf = ({ hash, status }: Looked) => shortHash(hash, status);

function besideOf({ title, effort, status }: Looked, waits: readonly ItemPart[]): string | null {
  const beside = { title, effort, status };
  const rest = (["title", "effort", "status"] as const).filter((part) => !waits.includes(part));
  return waits.includes("text") ? shortHash(...rest.flatMap((part) => [part, beside[part]])) : null;
}

export function sightOf({ fields, status, readOnlyReason }: RemoteItem): Sight {
  const now = {
    title: shortHash(fields.title),
    text: shortHash(fields.text),
    effort: shortHash(fields.effort),
    status,
  };
  return { now, seen: shortHash(...Object.values(now), readOnlyReason) };
}

/** Returns a view as stored; `waits` lists the held parts. */
export function lookAfter(
  item: Looked,
  remote: RemoteItem,
  waits: readonly ItemPart[],
  { lastSynced, statusBase }: { lastSynced: LastSynced; statusBase: StatusBase | null },
): string {
  const isClosed = remote.readOnlyReason !== null;
  const waiting = isClosed ? parts : waits;
  const base = (part: ItemPart) => (part === "status" ? statusBase?.theirs : lastSynced[part]?.[1]);
  const left = isClosed ? [] : waiting.map((part) => [part, base(part)] as const);
  const look: Look = {
    waits: waiting,
    of: hashOf(item),
    beside: besideOf(item, waiting),
    seen: sightOf(remote).seen,
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
export function isOver(look: string, { seen, now }: Sight): boolean {
  const { waits, left, seen: before } = readLook(look);
  return seen !== before && waits.every((part) => left[part] === undefined || left[part] === now[part]);
}
