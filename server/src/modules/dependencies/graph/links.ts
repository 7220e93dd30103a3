/**
 * Adjacency of nodes 0 … count-1 in compressed form: node `n`'s targets are `ends[starts[n]]` up to
 * `ends[starts[n + 1]]`. Built several times as fast as a list per node.
 */
export interface Links {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export function linksOf({ starts, ends }: Links, node: number): Int32Array {
  return ends.subarray(itemAt(starts, node), itemAt(starts, node + 1));
}

/** Returns an element known to exist, which index types can't express. */
export function itemAt(list: Int32Array, index: number): number {
  return list[index] as number;
}

/** Returns edges between these nodes by index, ignoring others. */
export function linkNodes<Id>(
  nodes: readonly { readonly id: Id }[],
  edges: readonly { readonly from: Id; readonly to: Id }[],
): { needs: Links; neededBy: Links } {
  const indexOf = new Map<Id, number>();
  for (const [index, node] of nodes.entries()) indexOf.set(node.id, index);
  const froms = new Int32Array(edges.length);
  const tos = new Int32Array(edges.length);
  let count = 0;
  for (const edge of edges) {
    const from = indexOf.get(edge.from);
    const to = indexOf.get(edge.to);
    if (from === undefined || to === undefined) continue;
    froms[count] = from;
    tos[count++] = to;
  }
  const [from, to] = [froms.subarray(0, count), tos.subarray(0, count)];
  return { needs: linksFrom(from, to, nodes.length), neededBy: linksFrom(to, from, nodes.length) };
}

/** Builds links by a counting sort on `from`. */
function linksFrom(from: Int32Array, to: Int32Array, nodes: number): Links {
  const starts = new Int32Array(nodes + 1);
  for (const node of from) starts[node + 1] = itemAt(starts, node + 1) + 1;
  for (let node = 0; node < nodes; node++) starts[node + 1] = itemAt(starts, node + 1) + itemAt(starts, node);
  const free = starts.slice();
  const ends = new Int32Array(to.length);
  for (let link = 0; link < from.length; link++) {
    const index = itemAt(free, itemAt(from, link));
    ends[index] = itemAt(to, link);
    free[itemAt(from, link)] = index + 1;
  }
  return { starts, ends };
}
