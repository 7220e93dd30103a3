import { at, type Links, linksOf } from "./links.ts";

/** In effort units, counted from now, with everything started as soon as its needs are done. */
export interface Schedule {
  /** When a node can start at the earliest. */
  readonly starts: Int32Array;
  /** How much later a node may start without moving the end of the whole; -1 for what has no place in the order. */
  readonly slacks: Int32Array;
}

/** The critical path method: earliest starts on the way up, latest ends on the way back. */
export function findSchedule(order: Int32Array, efforts: Int32Array, needs: Links): Schedule {
  const starts = new Int32Array(efforts.length);
  let length = 0;
  for (const node of order) {
    let start = 0;
    for (const need of linksOf(needs, node)) start = Math.max(start, at(starts, need) + at(efforts, need));
    starts[node] = start;
    length = Math.max(length, start + at(efforts, node));
  }
  const slacks = new Int32Array(efforts.length).fill(-1);
  const latestEnds = new Int32Array(efforts.length).fill(length);
  for (let place = order.length - 1; place >= 0; place--) {
    const node = at(order, place);
    const latestStart = at(latestEnds, node) - at(efforts, node);
    slacks[node] = latestStart - at(starts, node);
    for (const need of linksOf(needs, node)) latestEnds[need] = Math.min(at(latestEnds, need), latestStart);
  }
  return { starts, slacks };
}
