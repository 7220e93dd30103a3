import {
  type Details,
  type RemoteDetails,
  type RemoteItem,
  type SingleDetail,
  singleDetails,
} from "../../trackers/tracker.ts";
import { shortHash } from "./hashes.ts";
import type { ItemRow } from "./ledger.ts";

/** Both sides' details when they last agreed. */
export interface DetailsBase extends Partial<Record<SingleDetail, readonly [ours: string, theirs: string]>> {
  /** The labels that both sides had at a push, by name in the tracker's terms. Others there are users'. */
  labels?: readonly (readonly [name: string, term: string])[];
}

/** Marks a row whose details are not all in the tracker; equals no key. */
export const inPart = "in part";

/** Returns "" if unset. */
export const oursOf = (details: Details, detail: SingleDetail): string => String(details[detail] || "");

/** Returns a key of the details that are set; "" for none. A label's color is no part of it. */
export function detailsKey(details: Details | null): string {
  if (details === null) return "";
  const single = singleDetails.flatMap((detail) => {
    const value = oursOf(details, detail);
    return value === "" ? [] : [detail, value];
  });
  const labels = (details.labels ?? []).map(({ name }) => name).toSorted();
  return single.length + labels.length === 0 ? "" : shortHash(...single, "labels", ...labels);
}

/** Returns true if the tracker has the details, or none are sent. */
export const areDetailsSettled = (
  { pushed_details }: Pick<ItemRow, "pushed_details">,
  wanted: Details | null,
): boolean => wanted === null || (pushed_details ?? "") === detailsKey(wanted);

export const readDetails = (details: string | null): Details | null =>
  details === null ? null : (JSON.parse(details) as Details);

export const readBase = (base: string | null): DetailsBase =>
  base === null ? {} : (JSON.parse(base) as DetailsBase);

/** Returns the base of an issue that was just made: what it has is the tracker's default. */
export const baseOfMade = ({ details }: RemoteItem): DetailsBase => baseWithout(details);

/** Returns the base of a made issue that users may have edited since. Trackers give all issues a priority. */
export const baseOfFound = ({ details: { priority } }: RemoteItem): DetailsBase =>
  baseWithout({ assignee: "", priority, dueDate: "" });

const baseWithout = ({ assignee, priority, dueDate }: Record<SingleDetail, string>): DetailsBase => ({
  assignee: ["", assignee],
  priority: ["", priority],
  dueDate: ["", dueDate],
});

/** Returns the labels that are ours after a write, whichever of them have arrived. */
export function labelsAfter(
  wanted: readonly string[],
  before: DetailsBase["labels"],
  terms: ReadonlyMap<string, string>,
  there: RemoteDetails["labels"],
): NonNullable<DetailsBase["labels"]> {
  const known = new Map(before);
  const isThere = (term: string) => there.includes(term);
  const kept = wanted.flatMap((name) => {
    const term = terms.get(name) ?? "";
    const knownTerm = known.get(name);
    if (knownTerm !== undefined) return [[name, knownTerm] as const];
    return isThere(term) ? [[name, term] as const] : [];
  });
  const names = new Set(wanted);
  const keptTerms = new Set(kept.map(([, term]) => term));
  const notGone = [...known].filter(
    ([name, term]) => !names.has(name) && !keptTerms.has(term) && isThere(term),
  );
  return [...kept, ...notGone];
}
