import { maxNeeds } from "./limits.ts";

/** The needs of each item, by index. */
export type Needs = Map<number, Set<number>>;

/**
 * Orders groups of items: those of a group that need nothing in it need those of the group before that nothing
 * in that one needs. `needs` holds the needs within groups, and gets the others.
 */
export function orderGroups(groups: readonly (readonly number[])[], needs: Needs): void {
  const filled = groups.filter((group) => group.length > 0);
  const edges: [number, number][] = [];
  for (const [index, group] of filled.entries()) {
    const ends = endsOf(lasts(filled[index - 1] ?? [], needs));
    for (const item of firsts(group, needs)) for (const end of ends) edges.push([item, end]);
  }
  for (const [item, need] of edges) addNeed(needs, item, need);
}

/** Bounds the edges between large groups to one more than a spec may need, which is told. */
export const endsOf = (lasts: readonly number[]): readonly number[] => lasts.slice(0, maxNeeds + 1);

export function addNeed(needs: Needs, item: number, need: number): void {
  const known = needs.get(item);
  if (known) known.add(need);
  else needs.set(item, new Set([need]));
}

/** Returns the items of a group that need none of it. */
export function firsts(group: readonly number[], needs: Needs): number[] {
  const isIn = new Set(group);
  return group.filter((item) => ![...(needs.get(item) ?? [])].some((need) => isIn.has(need)));
}

/** Returns the items of a group that none of it needs. */
export function lasts(group: readonly number[], needs: Needs): number[] {
  const needed = new Set(group.flatMap((item) => [...(needs.get(item) ?? [])]));
  return group.filter((item) => !needed.has(item));
}
