import { at, type Links, linksOf } from "./links.ts";
import type { Schedule } from "./schedule.ts";

/**
 * A chain without slack from a node that needs nothing to the end of the whole; where several nodes can come
 * next, the first as given. Empty where no node has a place in the order.
 */
export function findCriticalPath(schedule: Schedule, efforts: Int32Array, neededBy: Links): number[] {
  const { starts, slacks } = schedule;
  const path: number[] = [];
  let start = 0;
  let candidates: Iterable<number> = starts.keys();
  for (;;) {
    let first = starts.length;
    for (const node of candidates) {
      if (node < first && slacks[node] === 0 && starts[node] === start) first = node;
    }
    if (first === starts.length) return path;
    path.push(first);
    start += at(efforts, first);
    candidates = linksOf(neededBy, first);
  }
}
