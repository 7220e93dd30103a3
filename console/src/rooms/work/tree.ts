interface Node {
  id: string;
  parentPlanId: string | null;
}

/**
 * Returns a list's items as the rows of a tree: each one followed by its children, with its depth from 0. An item whose
 * parent is not in the list begins a tree of its own.
 */
export function rowsOfTree<T extends Node>(items: readonly T[]): { item: T; depth: number }[] {
  const known = new Set(items.map(({ id }) => id));
  const children = Map.groupBy(items, ({ parentPlanId }) =>
    parentPlanId !== null && known.has(parentPlanId) ? parentPlanId : null,
  );
  const below = (parent: string | null, depth: number): { item: T; depth: number }[] =>
    (children.get(parent) ?? []).flatMap((item) => [{ item, depth }, ...below(item.id, depth + 1)]);
  return below(null, 0);
}

/** Returns the items below one of them, as the rows of a tree. */
export function rowsBelow<T extends Node>(items: readonly T[], id: string): { item: T; depth: number }[] {
  const rows = rowsOfTree(items);
  const at = rows.findIndex(({ item }) => item.id === id);
  const from = rows[at];
  if (!from) return [];
  const after = rows.slice(at + 1);
  const end = after.findIndex(({ depth }) => depth <= from.depth);
  return (end < 0 ? after : after.slice(0, end)).map(({ item, depth }) => ({
    item,
    depth: depth - from.depth - 1,
  }));
}
