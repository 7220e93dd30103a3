import type { SpecStatus } from "@groundplan/contract";
import { type Part, parts, type RemoteItem } from "../../trackers/tracker.ts";
import type { LastSynced } from "./compare.ts";
import { shortHash } from "./hashes.ts";
import type { ItemRow } from "./ledger.ts";
import type { StatusBase } from "./statuses.ts";

/**
 * What a push or a dry run last saw of an issue whose plan or spec had changed here. While it holds, counts know
 * without a call whether the next push would write anything.
 */
interface Look {
  /** The parts that wait; none where both sides say the same. */
  waits: readonly Part[];
  /** The hash of what was compared. */
  of: string;
  /** The hash of what was compared beside the text and the parts that wait; null where the text does not wait. */
  beside: string | null;
  /** The issue as it was seen. */
  seen: string;
  /** What the last write left of the parts that wait, as far as it is known. */
  left: PartHashes;
}

/** A plan or spec as it is compared. */
export interface Looked {
  title: string;
  effort: number | null;
  status: SpecStatus | null;
  hash: string;
}

type PartHashes = Partial<Record<Part, string>>;

/** The hashes of an issue as the tracker has it. */
export interface Sight {
  seen: string;
  now: PartHashes;
}

const hashOf = ({ hash, status }: Looked) => shortHash(hash, status);

function besideOf({ title, effort, status }: Looked, waits: readonly Part[]): string | null {
  const beside = { title, effort, status };
  const rest = (["title", "effort", "status"] as const).filter((part) => !waits.includes(part));
  return waits.includes("text") ? shortHash(...rest.flatMap((part) => [part, beside[part]])) : null;
}

/** Returns the hashes of an issue. */
export function sightOf({ fields, status, readOnlyReason }: RemoteItem): Sight {
  const now = {
    title: shortHash(fields.title),
    text: shortHash(fields.text),
    effort: shortHash(fields.effort),
    status,
  };
  return { now, seen: shortHash(...Object.values(now), readOnlyReason) };
}

/** Returns what was seen as a row keeps it; `waits` are the parts that a push leaves as they are. */
export function lookAfter(
  item: Looked,
  remote: RemoteItem,
  waits: readonly Part[],
  { lastSynced, statusBase }: { lastSynced: LastSynced; statusBase: StatusBase | null },
): string {
  const isClosed = remote.readOnlyReason !== null;
  const waiting = isClosed ? parts : waits;
  const base = (part: Part) => (part === "status" ? statusBase?.theirs : lastSynced[part]?.[1]);
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

/** Returns whether the last look at an issue says that both sides agree, or that all changes wait; else null. */
export function lastLook(row: Pick<ItemRow, "state" | "look">, item: Looked): "agrees" | "waits" | null {
  if (row.state !== "sent" || row.look === null) return null;
  const { waits, of, beside } = readLook(row.look);
  const holds = of === hashOf(item) || (beside !== null && beside === besideOf(item, waits));
  if (!holds) return null;
  return waits.length > 0 ? "waits" : "agrees";
}

/** Returns true if the tracker has changed so that a look says nothing more: each part that waited may be written. */
export function isOver(look: string, { seen, now }: Sight): boolean {
  const { waits, left, seen: before } = readLook(look);
  return seen !== before && waits.every((part) => left[part] === undefined || left[part] === now[part]);
}
