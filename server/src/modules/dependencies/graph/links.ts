/** Links between nodes 0 … count-1: those of node `n` are `ends` from `starts[n]` up to `starts[n + 1]`. */
export interface Links {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** What one node links to, in the order in which the links were given. */
export function linksOf(links: Links, node: number): Int32Array {
  return links.ends.subarray(links.starts[node], links.starts[node + 1]);
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
  const from: number[] = [];
  const to: number[] = [];
  for (const edge of edges) {
    const fromPlace = placeOf.get(edge.from);
    const toPlace = placeOf.get(edge.to);
    if (fromPlace === undefined || toPlace === undefined) continue;
    from.push(fromPlace);
    to.push(toPlace);
  }
  return { needs: groupLinks(nodes.length, from, to), neededBy: groupLinks(nodes.length, to, from) };
}

/** The links `from[i]` → `to[i]`, by where they start; one that is there twice stays twice. */
function groupLinks(count: number, from: readonly number[], to: readonly number[]): Links {
  const starts = new Int32Array(count + 1);
  for (const node of from) starts[node + 1] = at(starts, node + 1) + 1;
  for (let node = 0; node < count; node++) starts[node + 1] = at(starts, node + 1) + at(starts, node);
  const free = starts.slice();
  const ends = new Int32Array(from.length);
  for (const [link, node] of from.entries()) {
    const place = at(free, node);
    ends[place] = to[link] as number;
    free[node] = place + 1;
  }
  return { starts, ends };
}
