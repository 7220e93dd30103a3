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
 * Returns the block that starts at the first character of the line that is not white space. `inParagraph` says that a
 * paragraph is open, `lazy` that the line lies outside of that paragraph's containers; both limit what may end a
 * paragraph. Leaves the length of the marker, or the heading's level, in `scan.size`.
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
 * Checks for a thematic break. It stores how far a failed check reached, so that a line of nested `- - - …` is checked
 * only once.
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
