interface Node {
  id: string;
  parentPlanId: string | null;
}

/** Flattens a tree; `depth` starts at 0. Items without a listed parent become roots. */
export function rowsOfTree<T extends Node>(items: readonly T[]): { item: T; depth: number }[] {
  const known = new Set(items.map(({ id }) => id));
  const children = Map.groupBy(items, ({ parentPlanId }) =>
    parentPlanId !== null && known.has(parentPlanId) ? parentPlanId : null,
  );
  const below = (parent: string | null, depth: number): { item: T; depth: number }[] =>
    (children.get(parent) ?? []).flatMap((item) => [{ item, depth }, ...below(item.id, depth + 1)]);
  return below(null, 0);
}

/** Returns an item's descendants in the same form. */
export function rowsBelow<T extends Node>(items: readonly T[], id: string): { item: T; depth: number }[] {
  const rows = rowsOfTree(items);
  const index = rows.findIndex(({ item }) => item.id === id);
  const from = rows[index];
  if (!from) return [];
  const after = rows.slice(index + 1);
  const end = after.findIndex(({ depth }) => depth <= from.depth);
  return (end < 0 ? after : after.slice(0, end)).map(({ item, depth }) => ({
    item,
    depth: depth - from.depth - 1,
  }));
}
