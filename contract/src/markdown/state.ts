import { type Containers, noContainers } from "./containers.ts";
import { type Line, newLine } from "./line.ts";

/** The block that a line starts in the innermost container. */
export type Start = "quote" | "item" | "heading" | "underline" | "break" | "fence" | "html" | "code" | "text";

/** The open block in the innermost container. */
export type Leaf = "none" | "paragraph" | "table" | "fence" | "code" | "html";

export type Scan = {
  readonly line: Line;
  readonly open: Containers;
  readonly listener: BlockListener | null;
  leaf: Leaf;
  /** Null if the line is blank or continues a block. */
  started: Start | null;
  /** Starts of the paragraph and of its last line, which may become a table header. */
  paragraphStart: number;
  rowStart: number;
  fenceCode: number;
  fenceLength: number;
  /** Pattern for the last line of the HTML block; null for the next blank line. */
  htmlEnd: RegExp | null;
  /** Marker length or heading level, as last seen by `blockStart`. */
  size: number;
  /** Up to here the line holds only this character and white space without being a thematic break. */
  notBreakCode: number;
  notBreakEnd: number;
};

/** Receives blocks in text order. "Outermost" means inside no quote and no list. */
export interface BlockListener {
  /** An outermost heading, with its source. */
  heading(scan: Scan, level: number, source: string): void;
  /** Start of an outermost list item. */
  item(scan: Scan, isNumbered: boolean): void;
  /** End of the outermost quote or list item, if any. */
  end(): void;
  /** Start of a block in the outermost container, indented by `columns` beyond its content. */
  block(columns: number): void;
  /** A line that doesn't continue a paragraph; `verbatim` for fenced code and HTML. */
  line(scan: Scan, verbatim: boolean): void;
  /** A continuation line. `lazy`: outside the paragraph's containers. `isRow`: possibly a table row. */
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
