import type { SpecStatus, TrackerStatuses } from "@groundplan/contract";
import type { RemoteStatus } from "../../trackers/tracker.ts";
import type { ItemRow } from "./ledger.ts";

/** Undefined if none is sent. */
export type SentStatuses = Exclude<TrackerStatuses, "off">;

export const isFinished = (status: SpecStatus) => status === "DONE" || status === "CANCELLED";

/** Returns the target status, `TODO` for any open one; null if none is sent. */
export function statusToSend(status: SpecStatus, statuses: SentStatuses | undefined): SpecStatus | null {
  if (statuses === undefined) return null;
  return isFinished(status) || (statuses === "all" && status === "IN_PROGRESS") ? status : "TODO";
}

/** Takes `TODO` for any open status. */
export const isMet = (wanted: SpecStatus, actual: SpecStatus) =>
  wanted === "TODO" ? !isFinished(actual) : wanted === actual;

/** The base of a three-way comparison. */
export interface StatusBase {
  ours: SpecStatus;
  theirs: RemoteStatus;
}

/** Every tracker creates issues open. */
export const baseOfNew = { ours: "TODO", theirs: "TODO" } as const satisfies StatusBase;

type Seen = Pick<ItemRow, "base_status" | "base_remote_status" | "remote_status">;

/** Returns null until both statuses were seen together. */
export function statusBaseOf({
  base_status,
  base_remote_status,
}: Omit<Seen, "remote_status">): StatusBase | null {
  return base_status && base_remote_status ? { ours: base_status, theirs: base_remote_status } : null;
}

export const rowOfBase = (base: StatusBase | null) => ({
  base_status: base?.ours ?? null,
  base_remote_status: base?.theirs ?? null,
});

/** Takes a new issue for open. */
const knownStatus = ({ base_remote_status, remote_status }: Seen) =>
  base_remote_status ?? remote_status ?? "TODO";

/** Returns true if the tracker is known to have the status, or only an overwriting push would send it. */
export function isStatusSettled(row: Seen, wanted: SpecStatus | null, overwrites: boolean): boolean {
  if (wanted === null || isMet(wanted, knownStatus(row))) return true;
  return !overwrites && isMet(wanted, row.base_status ?? wanted);
}

/** Returns true if the statuses have differed from the start: no push sends one unless asked to overwrite. */
export const differsFromTheFirst = (row: Seen, wanted: SpecStatus | null): boolean =>
  wanted !== null &&
  isStatusSettled(row, wanted, false) &&
  !isMet(wanted, knownStatus(row)) &&
  // A tracker without a cancelled state completes instead.
  !(wanted === "CANCELLED" && row.base_remote_status === "DONE");

/** Returns true if our own write may have left this status. */
export const isAsWritten = (written: SpecStatus, actual: RemoteStatus) =>
  isMet(written, actual) || (written === "CANCELLED" && actual === "DONE");

/** Returns null if the status is left to the tracker. */
export function compareStatus(
  wanted: SpecStatus,
  actual: RemoteStatus,
  base: StatusBase | null,
  { overwrites, isHalf }: { overwrites: boolean; isHalf: boolean },
): "same" | "write" | "conflicts" | null {
  if (isMet(wanted, actual)) return "same";
  if (base === null) return overwrites ? "write" : null;
  const isChangedHere = !isMet(wanted, base.ours);
  const isChangedThere = actual !== base.theirs;
  if (!isChangedThere) return isChangedHere || overwrites ? "write" : null;
  if (!isChangedHere) return null;
  return overwrites || isHalf ? "write" : "conflicts";
}
