import { type Containers, noContainers } from "./containers.ts";
import type { ItemText } from "./item-text.ts";
import type { Criterion } from "./label.ts";
import { type Line, newLine } from "./line.ts";

/** What the innermost container is in the middle of. */
export type Leaf = "none" | "paragraph" | "table" | "fence" | "code" | "html";

export type Scan = {
  readonly line: Line;
  readonly open: Containers;
  readonly found: Criterion[];
  leaf: Leaf;
  /** Where the paragraph starts, and where its last line does, which may turn out to be a table's header. */
  paragraphStart: number;
  rowStart: number;
  fenceCode: number;
  fenceLength: number;
  /** What ends the HTML block: a line that this matches, or the next blank one. */
  htmlEnd: RegExp | null;
  /** The level of the heading whose section this is, 0 outside of criteria sections. */
  section: number;
  /** The numbered item of such a section that is being read. */
  item: ItemText | null;
  /** The length of the marker, or the level of the heading, that `blockStart` saw last. */
  size: number;
  /** Up to here the line holds nothing but this character and white space, and yet is no thematic break. */
  notBreakCode: number;
  notBreakEnd: number;
};

export function newScan(source: string): Scan {
  return {
    line: newLine(source),
    open: noContainers(),
    found: [],
    leaf: "none",
    paragraphStart: 0,
    rowStart: 0,
    fenceCode: 0,
    fenceLength: 0,
    htmlEnd: null,
    section: 0,
    item: null,
    size: 0,
    notBreakCode: 0,
    notBreakEnd: 0,
  };
}
