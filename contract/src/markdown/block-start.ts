import { htmlBlockEnd } from "./html-blocks.ts";
import { indent } from "./line.ts";
import {
  atxLevel,
  CODES,
  fenceLength,
  isDigit,
  listMarkerLength,
  mayInterruptParagraph,
  setextLevel,
  thematicBreakEnd,
} from "./markers.ts";
import type { Scan, Start } from "./state.ts";

/**
 * Returns the block that starts at the line's first non-space character. `inParagraph` and `lazy` (the line
 * lies outside the paragraph's containers) limit what may interrupt. Sets `scan.size` to the marker's length
 * or the heading's level.
 */
export function blockStart(scan: Scan, inParagraph: boolean, lazy: boolean): Start {
  const { line } = scan;
  if (indent(line) >= 4) return inParagraph ? "text" : "code";
  const code = line.code;
  switch (code) {
    case CODES.greater:
      return "quote";
    case CODES.hash:
      return sized(scan, atxLevel(line), "heading");
    case CODES.backtick:
    case CODES.tilde:
      return sized(scan, fenceLength(line), "fence");
    case CODES.less:
      return htmlStart(scan, inParagraph);
    case CODES.equals:
      return inParagraph && !lazy ? sized(scan, setextLevel(line), "underline") : "text";
    case CODES.underscore:
      return isThematicBreak(scan, code) ? "break" : "text";
    case CODES.hyphen:
      if (inParagraph && !lazy && sized(scan, setextLevel(line), "underline") !== "text") return "underline";
      return isThematicBreak(scan, code) ? "break" : itemStart(scan, inParagraph, lazy);
    case CODES.asterisk:
      return isThematicBreak(scan, code) ? "break" : itemStart(scan, inParagraph, lazy);
    case CODES.plus:
      return itemStart(scan, inParagraph, lazy);
    default:
      return isDigit(code) ? itemStart(scan, inParagraph, lazy) : "text";
  }
}

function sized(scan: Scan, size: number, start: Start): Start {
  scan.size = size;
  return size > 0 ? start : "text";
}

function itemStart(scan: Scan, inParagraph: boolean, lazy: boolean): Start {
  const length = listMarkerLength(scan.line);
  if (length > 0 && inParagraph && !lazy && !mayInterruptParagraph(scan.line, length)) return "text";
  return sized(scan, length, "item");
}

function htmlStart(scan: Scan, inParagraph: boolean): Start {
  const { source, text, end } = scan.line;
  const htmlEnd = htmlBlockEnd(source.slice(text, end), inParagraph);
  if (htmlEnd === undefined) return "text";
  scan.htmlEnd = htmlEnd;
  return "html";
}

/**
 * Tests for a thematic break. A failed check is cached up to its end, so that nested `- - - …` is scanned
 * once.
 */
function isThematicBreak(scan: Scan, code: number): boolean {
  const { line } = scan;
  if (code === scan.notBreakCode && line.text < scan.notBreakEnd) return false;
  const end = thematicBreakEnd(line);
  if (end === line.end) return true;
  scan.notBreakCode = code;
  scan.notBreakEnd = end;
  return false;
}
