import type { Criterion } from "../../../../../contract/src/criteria/label.ts";

/** A criterion's change between two versions. */
export interface CriterionChange {
  kind: "added" | "removed" | "changed" | "moved";
  /** The author's label, or the number. */
  label: string;
  /** Empty if added. */
  before: string;
  /** Empty if removed. */
  after: string;
}

/** Matches criteria by label, else by words, else by position. Removed ones come last. */
export function criteriaChanges(
  before: readonly Criterion[],
  after: readonly Criterion[],
): CriterionChange[] {
  const left = new Set(before.keys());
  const take = (fits: (one: Criterion, index: number) => boolean) => {
    const index = before.findIndex((one, at) => left.has(at) && fits(one, at));
    left.delete(index);
    return index;
  };
  const byLabel = after.map(({ id }) => (id === null ? -1 : take((one) => one.id === id)));
  const byWords = after.map(({ id, text }, at) =>
    byLabel[at] === -1
      ? take((one) => (one.id === null || id === null) && one.text === text)
      : (byLabel[at] ?? -1),
  );
  const pairs = after.map(({ id }, at) =>
    byWords[at] === -1 && id === null
      ? take((one, index) => one.id === null && index === at)
      : (byWords[at] ?? -1),
  );
  const stayed = longestRise(pairs.filter((index) => index >= 0));
  const changes = after.flatMap(({ id, text }, at): CriterionChange[] => {
    const label = id ?? String(at + 1);
    const index = pairs[at] ?? -1;
    const was = before[index];
    if (!was) return [{ kind: "added", label, before: "", after: text }];
    if (was.text !== text) return [{ kind: "changed", label, before: was.text, after: text }];
    return stayed.has(index) ? [] : [{ kind: "moved", label, before: text, after: text }];
  });
  const removed = [...left].map((index): CriterionChange => {
    const { id = null, text = "" } = before[index] ?? {};
    return { kind: "removed", label: id ?? String(index + 1), before: text, after: "" };
  });
  return [...changes, ...removed];
}

/** Returns a longest increasing subsequence: its members have not moved. */
function longestRise(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const rise = new Set<number>();
  for (let number = ends.at(-1); number !== undefined; number = previous.get(number)) rise.add(number);
  return rise;
}
