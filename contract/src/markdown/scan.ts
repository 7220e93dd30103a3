import { blockStart } from "./block-start.ts";
import { closeContainers, matchContainers, openItem, openQuote } from "./containers.ts";
import { indent, isBlank, startLine } from "./line.ts";
import { CODES, closesFence } from "./markers.ts";
import type { Scan, Start } from "./state.ts";
import { isTableDelimiter } from "./table.ts";

/** Reads a line, following the block algorithm in CommonMark 0.31.2's appendix. */
export function readLine(scan: Scan, start: number, end: number): void {
  const { line, open } = scan;
  startLine(line, start, end);
  const depth = matchContainers(open, line);
  open.hollow = false;
  scan.started = null;
  const lazy = depth < open.stack.length;
  if (!lazy && continuesLeaf(scan)) return;
  if (!isBlank(line)) {
    readBlocks(scan, depth, lazy);
    return;
  }
  close(scan, depth);
  scan.leaf = "none";
  scan.listener?.line(scan, false);
}

/** Closes the containers deeper than `depth`; 0 ends the text. */
export function close(scan: Scan, depth: number): void {
  if (depth < scan.open.stack.length) closeContainers(scan.open, depth);
  if (depth === 0) scan.listener?.end();
}

/** Reads the line as part of an open code or HTML block; returns false if that block has ended. */
function continuesLeaf(scan: Scan): boolean {
  const { line, leaf } = scan;
  if (leaf === "fence") {
    if (indent(line) < 4 && closesFence(line, scan.fenceCode, scan.fenceLength)) scan.leaf = "none";
  } else if (leaf === "html") {
    if (scan.htmlEnd === null ? isBlank(line) : scan.htmlEnd.test(line.source.slice(line.text, line.end))) {
      scan.leaf = "none";
      if (scan.htmlEnd === null) return false;
    }
  } else if (leaf !== "code" || (!isBlank(line) && indent(line) < 4)) {
    return false;
  }
  scan.listener?.line(scan, leaf !== "code");
  return true;
}

/** Reads new container markers, then the block in the innermost container. */
function readBlocks(scan: Scan, matched: number, lazy: boolean): void {
  const { line, open } = scan;
  const inParagraph = scan.leaf === "paragraph";
  const shift = indent(line) < 4 ? indent(line) : 0;
  let start = blockStart(scan, inParagraph, lazy);
  if (start === "text" && inParagraph) {
    continueParagraph(scan, lazy);
    return;
  }
  close(scan, matched);
  if (matched === 1) scan.listener?.block(shift);
  if (start !== "text" || scan.leaf !== "table" || lazy) scan.leaf = "none";
  while (start === "quote" || start === "item") {
    if (start === "quote") openQuote(open, line);
    else openItem(open, line, scan.size);
    if (start === "item" && open.stack.length === 1) scan.listener?.item(scan, scan.size > 1);
    if (isBlank(line)) break;
    start = blockStart(scan, false, false);
  }
  startLeaf(scan, start);
  scan.listener?.line(scan, false);
}

function startLeaf(scan: Scan, start: Start): void {
  const { line } = scan;
  scan.started = start;
  const { source } = line;
  if (start === "heading") {
    readHeading(scan, source.slice(line.text + scan.size, line.end));
  } else if (start === "underline") {
    readHeading(scan, source.slice(scan.paragraphStart, line.start));
  } else if (start === "fence") {
    scan.leaf = "fence";
    scan.fenceCode = line.code;
    scan.fenceLength = scan.size;
  } else if (start === "html") {
    scan.leaf = scan.htmlEnd?.test(source.slice(line.text, line.end)) ? "none" : "html";
  } else if (start === "code") {
    scan.leaf = "code";
  } else if (start === "text" && scan.leaf !== "table") {
    scan.leaf = "paragraph";
    scan.paragraphStart = line.text;
    scan.rowStart = line.text;
  }
}

function readHeading(scan: Scan, source: string): void {
  if (scan.open.stack.length === 0) scan.listener?.heading(scan, scan.size, source);
}

function continueParagraph(scan: Scan, lazy: boolean): void {
  const { line } = scan;
  const isShallow = indent(line) < 4;
  const code = line.code;
  const isRow = !lazy && isShallow && code === CODES.pipe;
  const isDelimiter = !lazy && isShallow && endsTableHeader(scan, code);
  if (isDelimiter) scan.leaf = "table";
  scan.rowStart = line.text;
  scan.listener?.continuation(scan, lazy, isRow || isDelimiter);
}

function endsTableHeader({ line, rowStart }: Scan, code: number): boolean {
  if (code !== CODES.pipe && code !== CODES.hyphen && code !== CODES.colon) return false;
  const header = line.source.slice(rowStart, line.start - 1);
  return isTableDelimiter(header, line.source.slice(line.text, line.end));
}
