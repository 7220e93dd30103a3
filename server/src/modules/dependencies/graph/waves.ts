import { itemAt, type Links, linksOf } from "./links.ts";

/** The wave of a node on a cycle or blocked by one. */
export const noWave = -1;

/**
 * Returns each node's wave and a topological order. A wave is the length of the longest chain of needs, in
 * which joints count 0 (`size`).
 */
export function findWaves(
  needs: Links,
  neededBy: Links,
  sizes: Int32Array,
): { waves: Int32Array; order: Int32Array } {
  const count = sizes.length;
  const waves = new Int32Array(count);
  const order = new Int32Array(count);
  const missing = new Int32Array(count);
  let placed = 0;
  for (let node = 0; node < count; node++) {
    missing[node] = linksOf(needs, node).length;
    if (missing[node] === 0) order[placed++] = node;
  }
  for (let head = 0; head < placed; head++) {
    const need = itemAt(order, head);
    const wave = itemAt(waves, need) + itemAt(sizes, need);
    for (const node of linksOf(neededBy, need)) {
      waves[node] = Math.max(itemAt(waves, node), wave);
      missing[node] = itemAt(missing, node) - 1;
      if (missing[node] === 0) order[placed++] = node;
    }
  }
  for (let node = 0; node < count; node++) if (itemAt(missing, node) > 0) waves[node] = noWave;
  return { waves, order: order.subarray(0, placed) };
}
