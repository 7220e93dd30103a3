import { itemAt, type Links, linksOf } from "./links.ts";

/** Times in effort units from now, if everything starts as early as possible. */
export interface Schedule {
  readonly starts: Int32Array;
  /** The delay that doesn't move the end; -1 for a node without a place. */
  readonly slacks: Int32Array;
}

/** Applies the critical path method: earliest starts forward, latest ends backward. */
export function findSchedule(order: Int32Array, efforts: Int32Array, needs: Links): Schedule {
  const starts = new Int32Array(efforts.length);
  let length = 0;
  for (const node of order) {
    let start = 0;
    for (const need of linksOf(needs, node))
      start = Math.max(start, itemAt(starts, need) + itemAt(efforts, need));
    starts[node] = start;
    length = Math.max(length, start + itemAt(efforts, node));
  }
  const slacks = new Int32Array(efforts.length).fill(-1);
  const latestEnds = new Int32Array(efforts.length).fill(length);
  for (let index = order.length - 1; index >= 0; index--) {
    const node = itemAt(order, index);
    const latestStart = itemAt(latestEnds, node) - itemAt(efforts, node);
    slacks[node] = latestStart - itemAt(starts, node);
    for (const need of linksOf(needs, node))
      latestEnds[need] = Math.min(itemAt(latestEnds, need), latestStart);
  }
  return { starts, slacks };
}
