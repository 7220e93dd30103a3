import type { Edges } from "./edges.ts";
import type { Issue } from "./lines.ts";

/**
 * Returns the needs between specs. An epic is a plan, and needs are of specs: who needs it needs its issues that no
 * other of them needs, and what it needs is needed by those that need no other of them.
 */
export function specNeeds(
  issues: readonly Issue[],
  { needs, parents }: Edges,
  isEpic: (issue: Issue) => boolean,
  epicOf: (issue: Issue) => string | null,
): Map<string, Set<string>> {
  const epics = new Set(issues.filter(isEpic).map(({ id }) => id));
  /** Specs of an epic and of the epics below it. */
  const specsOf = new Map([...epics].map((id) => [id, new Set<string>()]));
  const issueOf = new Map(issues.map((issue) => [issue.id, issue]));
  for (const issue of issues) {
    if (epics.has(issue.id)) continue;
    for (let above = epicOf(issue); above !== null; ) {
      specsOf.get(above)?.add(issue.id);
      const epic = issueOf.get(above);
      above = epic ? epicOf(epic) : null;
    }
  }
  const ends = new Map([...specsOf].map(([id, group]) => [id, endsOf(group, needs)]));
  const result = new Map<string, Set<string>>();
  for (const [id, needed] of needs) {
    for (const need of needed) {
      const group = specsOf.get(need);
      for (const from of ends.get(id)?.firsts ?? [id]) {
        // Its own epic waits for it, so it can't wait for the epic.
        if (group?.has(from) || specsOf.get(id)?.has(need)) continue;
        for (const to of ends.get(need)?.lasts ?? [need])
          if (to !== from && parents.get(to) !== from)
            result.set(from, (result.get(from) ?? new Set()).add(to));
      }
    }
  }
  return result;
}

/** Returns the specs of a group that need no other of it, and those that no other needs. */
function endsOf(group: ReadonlySet<string>, needs: Edges["needs"]) {
  const needed = new Set([...group].flatMap((id) => [...(needs.get(id) ?? [])]));
  return {
    firsts: [...group].filter((id) => ![...(needs.get(id) ?? [])].some((need) => group.has(need))),
    lasts: [...group].filter((id) => !needed.has(id)),
  };
}
