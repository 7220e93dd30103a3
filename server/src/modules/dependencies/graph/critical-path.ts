import { itemAt, type Links, linksOf } from "./links.ts";
import type { Schedule } from "./schedule.ts";

/**
 * Returns a chain without slack from a node without needs to the end, preferring the given order; empty if no
 * node has a place. Joints continue at their other side.
 */
export function findCriticalPath(schedule: Schedule, efforts: Int32Array, neededBy: Links): number[] {
  const { starts, slacks } = schedule;
  const path: number[] = [];
  const passed = new Set<number>();
  let start = 0;
  let candidates = [...starts.keys()];
  for (;;) {
    let first = starts.length;
    for (const node of candidates) {
      if (slacks[node] !== 0 || starts[node] !== start) continue;
      if (itemAt(efforts, node) > 0) first = Math.min(first, node);
      else if (!passed.has(node)) {
        passed.add(node);
        for (const next of linksOf(neededBy, node)) candidates.push(next);
      }
    }
    if (first === starts.length) return path;
    path.push(first);
    start += itemAt(efforts, first);
    candidates = [...linksOf(neededBy, first)];
  }
}
