import { acceptanceCriteria, type Criterion } from "@groundplan/contract";
import { editsBetween } from "../../anchors/change.ts";

export interface CriteriaChanges {
  added: number;
  changed: number;
  removed: number;
}

/** Counts added, changed and removed criteria. Labelled ones are matched by label, the rest by position. */
export function criteriaChanges(before: string, after: string): CriteriaChanges {
  const counts = { added: 0, changed: 0, removed: 0 };
  const old = acceptanceCriteria(before);
  const wanted = acceptanceCriteria(after);
  const labelled = new Map(old.flatMap((one) => (one.id === null ? [] : [[one.id, one.text] as const])));
  const kept = new Set<string>();
  for (const { id, text } of wanted) {
    const known = id === null ? undefined : labelled.get(id);
    if (id === null || known === undefined || kept.has(id)) continue;
    kept.add(id);
    if (known !== text) counts.changed++;
  }
  const rest = (all: readonly Criterion[]) =>
    all.filter(({ id }) => id === null || !kept.has(id)).map(({ text }) => text);
  const [left, right] = [rest(old), rest(wanted)];
  const edits = editsBetween(left, right, { steps: 10_000, most: 10_000 });
  for (const { from, to, start, end } of edits ?? [
    { from: 0, to: left.length, start: 0, end: right.length },
  ]) {
    const [gone, come] = [to - from, end - start];
    counts.changed += Math.min(gone, come);
    counts.added += Math.max(0, come - gone);
    counts.removed += Math.max(0, gone - come);
  }
  return counts;
}
