/** GitHub's documented limits; `levels` includes the topmost issue. */
export type SubIssueLimits = { children: number; levels: number };

/** Parents and children by database id. `add` and `move` return the reason of a refusal, or undefined. */
export type SubIssues = {
  parentOf(id: number): number | undefined;
  childrenOf(id: number): readonly number[];
  add(parent: number, child: number, replaceParent: boolean): string | undefined;
  remove(parent: number, child: number): boolean;
  move(parent: number, child: number, place: { after: number } | { before: number }): string | undefined;
};

export function createSubIssues(limits: SubIssueLimits): SubIssues {
  const parents = new Map<number, number>();
  const children = new Map<number, number[]>();
  const childrenOf = (id: number) => children.get(id) ?? [];
  const height = (id: number): number => 1 + Math.max(0, ...childrenOf(id).map(height));

  /** Returns the issue and its ancestors. */
  function lineage(id: number): number[] {
    const parent = parents.get(id);
    return parent === undefined ? [id] : [id, ...lineage(parent)];
  }

  function remove(parent: number, child: number): boolean {
    if (parents.get(child) !== parent) return false;
    parents.delete(child);
    children.set(
      parent,
      childrenOf(parent).filter((id) => id !== child),
    );
    return true;
  }

  function refusal(parent: number, child: number, replaceParent: boolean): string | undefined {
    const present = parents.get(child);
    // One message for both cases, as clients of the live service report: its text doesn't distinguish them.
    if (present === parent || (present !== undefined && !replaceParent))
      return "Issue may not contain duplicate sub-issues and Sub issue may only have one parent";
    if (lineage(parent).includes(child)) return "An issue may not lie below itself";
    if (childrenOf(parent).length >= limits.children)
      return `Parent cannot have more than ${limits.children} sub-issues`;
    if (lineage(parent).length + height(child) > limits.levels)
      return `You can't add more than ${limits.levels - 1} layers of sub-issues`;
    return undefined;
  }

  return {
    parentOf: (id) => parents.get(id),
    childrenOf,
    remove,
    add(parent, child, replaceParent) {
      const reason = refusal(parent, child, replaceParent);
      if (reason !== undefined) return reason;
      const former = parents.get(child);
      if (former !== undefined) remove(former, child);
      parents.set(child, parent);
      children.set(parent, [...childrenOf(parent), child]);
      return undefined;
    },
    move(parent, child, place) {
      const anchor = "after" in place ? place.after : place.before;
      const others = childrenOf(parent).filter((id) => id !== child);
      if (parents.get(child) !== parent || !others.includes(anchor)) return "Not a sub-issue of this issue";
      others.splice(others.indexOf(anchor) + ("after" in place ? 1 : 0), 0, child);
      children.set(parent, others);
      return undefined;
    },
  };
}
