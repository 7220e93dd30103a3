import type { Place } from "./place.ts";

/** The lines of a file, and the item of each. */
export interface FileLines {
  /** Without line ends. */
  lines: readonly string[];
  ends: readonly string[];
  /** Index of the innermost part of each line; -1 for none. */
  owners: readonly number[];
}

/** Divides a file into lines with the innermost of these parts, which may lie in each other. */
export function fileLines(bytes: Buffer, places: readonly Place[]): FileLines {
  const lines: string[] = [];
  const ends: string[] = [];
  const owners: number[] = [];
  const bySize = places
    .map((place, index) => ({ index, from: place.from ?? 0, to: place.to ?? bytes.length }))
    .sort((a, b) => a.to - a.from - (b.to - b.from));
  for (let from = 0; from < bytes.length; ) {
    const lf = bytes.indexOf(10, from);
    const next = lf === -1 ? bytes.length : lf + 1;
    const whole = bytes.toString("utf8", from, next);
    const end = /\r?\n$/.exec(whole)?.[0] ?? "";
    lines.push(whole.slice(0, whole.length - end.length));
    ends.push(end);
    const begin = from === 0 && whole.startsWith("\ufeff") ? 3 : from;
    owners.push(bySize.find((one) => one.from <= begin && begin < one.to)?.index ?? -1);
    from = next;
  }
  return { lines, ends, owners };
}
