import {
  type Details,
  type DetailWrites,
  type ItemPart,
  type RemoteDetails,
  type SingleDetail,
  singleDetails,
  type Term,
} from "../../trackers/tracker.ts";
import { type DetailsBase, labelsAfter, oursOf } from "./details.ts";

/** The wanted details in the tracker's terms. */
export interface Terms {
  of(detail: SingleDetail): Term;
  labels: ReadonlyMap<string, string>;
}

export interface DetailsComparison {
  same: ItemPart[];
  write: ItemPart[];
  conflicts: ItemPart[];
  /** Changed here, but the tracker can't have them. The reason is "" if it is told elsewhere. */
  left: { part: ItemPart; why: string }[];
  writes: DetailWrites;
}

/**
 * Compares three ways, like texts. Labels are compared one by one and never conflict: those that both sides had at a
 * push are removed with the spec's, others never touched.
 */
export function compareDetails(
  details: Details,
  remote: RemoteDetails,
  base: DetailsBase,
  terms: Terms,
  overwrite: readonly ItemPart[],
): DetailsComparison {
  const comparison: DetailsComparison = { same: [], write: [], conflicts: [], left: [], writes: {} };
  const { same, write, conflicts, left, writes } = comparison;
  for (const detail of singleDetails) {
    if (details[detail] === undefined) continue;
    const ours = oursOf(details, detail);
    const theirs = remote[detail];
    const [oursBefore = "", theirsBefore] = base[detail] ?? [];
    if (ours === oursBefore) {
      if (theirs === theirsBefore) same.push(detail);
      continue;
    }
    const term = terms.of(detail);
    if ("why" in term) left.push({ part: detail, why: term.why });
    else if (term.value === theirs) same.push(detail);
    else if (theirs === (theirsBefore ?? "") || overwrite.includes(detail)) {
      write.push(detail);
      writes[detail] = term.value;
    } else conflicts.push(detail);
  }
  if (details.labels !== undefined) {
    const known = new Map(base.labels);
    const there = new Set(remote.labels);
    const wanted = new Set(details.labels.map(({ name }) => name));
    const wantedTerms = new Set(details.labels.map(({ name }) => terms.labels.get(name)));
    const add = details.labels.filter(
      ({ name }) => !known.has(name) && !there.has(terms.labels.get(name) ?? ""),
    );
    const remove = [...known].flatMap(([name, term]) =>
      !wanted.has(name) && !wantedTerms.has(term) && there.has(term) ? [term] : [],
    );
    const isSame = add.length + remove.length === 0;
    (isSame ? same : write).push("labels");
    if (!isSame) writes.labels = { add, remove };
  }
  return comparison;
}

interface Compared {
  details: Details;
  same: readonly ItemPart[];
  write: readonly ItemPart[];
  terms: Terms;
}

/** Returns the base after a write. Details that only users changed keep theirs. */
export function detailsBaseAfter(
  { details, same, write, terms }: Compared,
  before: RemoteDetails,
  now: RemoteDetails,
  base: DetailsBase,
): DetailsBase {
  const after: DetailsBase = { ...base };
  for (const detail of singleDetails) {
    const ours = oursOf(details, detail);
    if (same.includes(detail)) after[detail] = [ours, before[detail]];
    if (write.includes(detail)) after[detail] = [ours, now[detail]];
  }
  const names = details.labels?.map(({ name }) => name);
  if (names) after.labels = labelsAfter(names, base.labels, terms.labels, now.labels);
  return after;
}
