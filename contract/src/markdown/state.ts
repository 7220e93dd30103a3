import { type Containers, noContainers } from "./containers.ts";
import { type Line, newLine } from "./line.ts";

/** The block that a line starts in the innermost container. */
export type Start = "quote" | "item" | "heading" | "underline" | "break" | "fence" | "html" | "code" | "text";

/** The block that the innermost container is in the middle of. */
export type Leaf = "none" | "paragraph" | "table" | "fence" | "code" | "html";

export type Scan = {
  readonly line: Line;
  readonly open: Containers;
  readonly listener: BlockListener | null;
  leaf: Leaf;
  /** The block that this line started; null if it continues one or is blank. */
  started: Start | null;
  /** The start of the paragraph, and of its last line, which may turn out to be a table's header. */
  paragraphStart: number;
  rowStart: number;
  fenceCode: number;
  fenceLength: number;
  /** The end of the HTML block: a line that this matches, or the next blank one. */
  htmlEnd: RegExp | null;
  /** The length of the marker, or the level of the heading, that `blockStart` saw last. */
  size: number;
  /** Up to here the line holds only this character and white space, and yet is no thematic break. */
  notBreakCode: number;
  notBreakEnd: number;
};

/** Gets what the scanner finds, in the order of the text. "Outermost" blocks lie in no quote and no list. */
export interface BlockListener {
  /** Called for an outermost heading of level 1 to 6, with the source of its text. */
  heading(scan: Scan, level: number, source: string): void;
  /** Called when an outermost item of a list begins. */
  item(scan: Scan, isNumbered: boolean): void;
  /** Called when the outermost quote or list item is over, if one was open. */
  end(): void;
  /**
   * Called when a block in the outermost container begins, with the columns by which it is indented beyond the content.
   */
  block(columns: number): void;
  /** Called for each line that does not continue a paragraph. `verbatim` is true for fenced code and HTML. */
  line(scan: Scan, verbatim: boolean): void;
  /**
   * Called for each line that continues a paragraph. `lazy` says that it lies outside of the paragraph's containers,
   * `isRow` that it is, or looks like, a row of a table.
   */
  continuation(scan: Scan, lazy: boolean, isRow: boolean): void;
}

export function newScan(source: string, listener: BlockListener | null = null): Scan {
  return {
    line: newLine(source),
    open: noContainers(),
    listener,
    leaf: "none",
    started: null,
    paragraphStart: 0,
    rowStart: 0,
    fenceCode: 0,
    fenceLength: 0,
    htmlEnd: null,
    size: 0,
    notBreakCode: 0,
    notBreakEnd: 0,
  };
}
