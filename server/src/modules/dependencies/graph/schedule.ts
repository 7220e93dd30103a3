import { at, type Links, linksOf } from "./links.ts";

/** The times of all nodes, in effort units from now, with everything started as soon as its needs are done. */
export interface Schedule {
  /** The earliest start of each node. */
  readonly starts: Int32Array;
  /**
   * The time by which a node may start later without moving the end of the whole; -1 for a node without a place in the
   * order.
   */
  readonly slacks: Int32Array;
}

/** Computes the schedule by the critical path method: earliest starts on the way up, latest ends on the way back. */
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
