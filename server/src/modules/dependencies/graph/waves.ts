import { at, type Links, linksOf } from "./links.ts";

/** A node that can never be built: it lies on a cycle, or needs something that does. */
export const noWave = -1;

/**
 * The wave of each node, and the nodes that have one, each after everything that it needs. A node's wave is the
 * number of nodes on the longest chain of needs below it.
 */
export function findWaves(needs: Links, neededBy: Links): { waves: Int32Array; order: Int32Array } {
  const count = needs.starts.length - 1;
  const waves = new Int32Array(count).fill(noWave);
  const order = new Int32Array(count);
  const missing = new Int32Array(count);
  let placed = 0;
  const place = (node: number, wave: number) => {
    waves[node] = wave;
    order[placed++] = node;
  };
  for (let node = 0; node < count; node++) {
    missing[node] = linksOf(needs, node).length;
    if (missing[node] === 0) place(node, 0);
  }
  // Nodes are placed wave by wave, so the last need that is placed is one of the highest wave.
  for (let head = 0; head < placed; head++) {
    const need = at(order, head);
    for (const node of linksOf(neededBy, need)) {
      missing[node] = at(missing, node) - 1;
      if (missing[node] === 0) place(node, at(waves, need) + 1);
    }
  }
  return { waves, order: order.subarray(0, placed) };
}
