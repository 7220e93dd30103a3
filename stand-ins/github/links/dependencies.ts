/** "Blocked by" relations by database id. `add` returns the reason of a refusal, or undefined. */
export type Dependencies = {
  blockersOf(id: number): readonly number[];
  blockedBy(id: number): readonly number[];
  add(issue: number, blocker: number): string | undefined;
  remove(issue: number, blocker: number): void;
};

/** Limits blockers and blocked issues per issue (GitHub: 50 each). */
export function createDependencies(limit: number): Dependencies {
  const blockers = new Map<number, Set<number>>();
  const blocked = new Map<number, Set<number>>();
  const entry = (map: Map<number, Set<number>>, id: number) => {
    const found = map.get(id) ?? new Set<number>();
    map.set(id, found);
    return found;
  };

  /** Returns whether `issue` transitively waits for `other`. */
  function waitsFor(issue: number, other: number, seen = new Set<number>()): boolean {
    if (issue === other) return true;
    if (seen.has(issue)) return false;
    seen.add(issue);
    return [...entry(blockers, issue)].some((next) => waitsFor(next, other, seen));
  }

  return {
    blockersOf: (id) => [...entry(blockers, id)],
    blockedBy: (id) => [...entry(blocked, id)],
    add(issue, blocker) {
      if (entry(blockers, issue).has(blocker)) return "Target issue has already been taken";
      // The OpenAPI doesn't mention cycles; refusing them is harder for clients.
      if (waitsFor(blocker, issue)) return "Dependencies may not form a cycle";
      if (entry(blockers, issue).size >= limit) return `Issue cannot be blocked by more than ${limit} issues`;
      if (entry(blocked, blocker).size >= limit) return `Issue cannot block more than ${limit} issues`;
      entry(blockers, issue).add(blocker);
      entry(blocked, blocker).add(issue);
      return undefined;
    },
    remove(issue, blocker) {
      entry(blockers, issue).delete(blocker);
      entry(blocked, blocker).delete(issue);
    },
  };
}
