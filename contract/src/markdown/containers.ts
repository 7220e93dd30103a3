import { indent, isBlank, type Line, skipColumns, skipMarker } from "./line.ts";
import { CODES } from "./markers.ts";

/** A quote's entry in the stack; other entries are the width of a list item in columns. */
export const QUOTE = 0;

/** Open block quotes and list items, outermost first. */
export type Containers = {
  readonly stack: number[];
  /** Indices of quotes in the stack, so that a blank line skips the items. */
  readonly quotes: number[];
  /** True while the innermost item is empty; a blank line ends such an item. */
  hollow: boolean;
  /** Start of the outermost container's content in this line. */
  innerPos: number;
  innerColumn: number;
};

export function noContainers(): Containers {
  return { stack: [], quotes: [], hollow: false, innerPos: 0, innerColumn: 0 };
}

/** Consumes the markers and indents of open containers that the line continues; returns their number. */
export function matchContainers(open: Containers, line: Line): number {
  const { stack, quotes } = open;
  let depth = 0;
  let passed = 0;
  while (depth < stack.length) {
    if (isBlank(line)) {
      const next = quotes[passed] ?? stack.length;
      return open.hollow && next === stack.length && depth < next ? next - 1 : next;
    }
    const width = stack[depth] ?? QUOTE;
    if (width === QUOTE) {
      if (!quoteStarts(line)) break;
      readQuoteMarker(line);
      passed++;
    } else {
      if (indent(line) < width) break;
      skipColumns(line, width);
    }
    if (depth === 0) markInner(open, line);
    depth++;
  }
  return depth;
}

export function closeContainers(open: Containers, depth: number): void {
  while (open.stack.length > depth) if (open.stack.pop() === QUOTE) open.quotes.pop();
}

function quoteStarts(line: Line): boolean {
  return indent(line) < 4 && line.code === CODES.greater;
}

export function openQuote(open: Containers, line: Line): void {
  readQuoteMarker(line);
  open.quotes.push(open.stack.length);
  push(open, line, QUOTE);
}

/** Opens the item whose marker is at `line.text`; five or more columns after it start indented code. */
export function openItem(open: Containers, line: Line, markerLength: number): void {
  const offset = indent(line);
  skipMarker(line, markerLength);
  const gap = indent(line);
  open.hollow = isBlank(line);
  const padding = open.hollow || gap > 4 ? 1 : gap;
  skipColumns(line, padding);
  push(open, line, offset + markerLength + padding);
}

function readQuoteMarker(line: Line): void {
  skipMarker(line, 1);
  skipColumns(line, 1);
}

function push(open: Containers, line: Line, width: number): void {
  open.stack.push(width);
  if (open.stack.length === 1) markInner(open, line);
}

function markInner(open: Containers, line: Line): void {
  open.innerPos = line.pos;
  open.innerColumn = line.column;
}
