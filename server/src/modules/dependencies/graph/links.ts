/** Links between nodes 0 … count-1: what each one links to, in the order in which the links were given. */
export type Links = readonly (readonly number[])[];

/** What one node links to. */
export function linksOf(links: Links, node: number): readonly number[] {
  return links[node] as readonly number[];
}

/** An element that is known to be there; the type of an index can't say so. */
export function at(list: Int32Array, index: number): number {
  return list[index] as number;
}

/** The edges between these nodes, which go by their place in the list. Edges that lead elsewhere don't count. */
export function linkNodes<Id>(
  nodes: readonly { readonly id: Id }[],
  edges: readonly { readonly from: Id; readonly to: Id }[],
): { needs: Links; neededBy: Links } {
  const placeOf = new Map<Id, number>();
  for (const [place, node] of nodes.entries()) placeOf.set(node.id, place);
  const needs: number[][] = nodes.map(() => []);
  const neededBy: number[][] = nodes.map(() => []);
  for (const edge of edges) {
    const from = placeOf.get(edge.from);
    const to = placeOf.get(edge.to);
    if (from === undefined || to === undefined) continue;
    needs[from]?.push(to);
    neededBy[to]?.push(from);
  }
  return { needs, neededBy };
}
