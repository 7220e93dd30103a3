/**
 * Links between nodes 0 … count-1: the targets of node `n` are in `ends` from place `starts[n]` to `starts[n + 1]`, in
 * the order in which the links were given. A list for each node would take several times as long to build.
 */
export interface Links {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Returns the targets of one node. */
export function linksOf({ starts, ends }: Links, node: number): Int32Array {
  return ends.subarray(at(starts, node), at(starts, node + 1));
}

/** Returns an element that is known to exist, which the type of an index can't say. */
export function at(list: Int32Array, index: number): number {
  return list[index] as number;
}

/** Returns the edges between these nodes, by their places in the list. Edges that lead elsewhere don't count. */
export function linkNodes<Id>(
  nodes: readonly { readonly id: Id }[],
  edges: readonly { readonly from: Id; readonly to: Id }[],
): { needs: Links; neededBy: Links } {
  const placeOf = new Map<Id, number>();
  for (const [place, node] of nodes.entries()) placeOf.set(node.id, place);
  const froms = new Int32Array(edges.length);
  const tos = new Int32Array(edges.length);
  let count = 0;
  for (const edge of edges) {
    const from = placeOf.get(edge.from);
    const to = placeOf.get(edge.to);
    if (from === undefined || to === undefined) continue;
    froms[count] = from;
    tos[count++] = to;
  }
  const [from, to] = [froms.subarray(0, count), tos.subarray(0, count)];
  return { needs: linksFrom(from, to, nodes.length), neededBy: linksFrom(to, from, nodes.length) };
}

/** Builds the links by a counting sort on `from`. */
function linksFrom(from: Int32Array, to: Int32Array, nodes: number): Links {
  const starts = new Int32Array(nodes + 1);
  for (const node of from) starts[node + 1] = at(starts, node + 1) + 1;
  for (let node = 0; node < nodes; node++) starts[node + 1] = at(starts, node + 1) + at(starts, node);
  const free = starts.slice();
  const ends = new Int32Array(to.length);
  for (let link = 0; link < from.length; link++) {
    const place = at(free, at(from, link));
    ends[place] = at(to, link);
    free[at(from, link)] = place + 1;
  }
  return { starts, ends };
}
