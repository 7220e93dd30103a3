import type { Containers } from "../markdown/containers.ts";
import { indent, isSpace, type Line, moveTo, SPACE, skipColumns, TAB } from "../markdown/line.ts";
import { CODES } from "../markdown/markers.ts";

/** The text of the item that is being read. */
export type ItemText = {
  text: string;
  /** The columns by which the item's current block stands further in than the item's text. */
  shift: number;
  /** The white space that makes the last line end in a hard break; null if the next line is to be joined to it. */
  hardBreak: string | null;
};

export function newItemText(): ItemText {
  return { text: "", shift: 0, hardBreak: null };
}

/** Adds the line without the item's own indent; `verbatim` leaves tabs and trailing space as they are. */
export function addLine(item: ItemText, open: Containers, line: Line, verbatim: boolean): void {
  moveTo(line, open.innerPos, open.innerColumn);
  skipColumns(line, item.shift);
  if (item.text !== "") item.text += "\n";
  if (verbatim) item.text += verbatimRest(line);
  else item.text += indent(line) > 0 ? " ".repeat(indent(line)) + textOf(line) : textOf(line);
  item.hardBreak = hardBreakAt(line);
}

/** Adds a line that continues the paragraph above it: on a line of its own if `apart`, else joined by a space. */
export function continueLine(
  item: ItemText,
  open: Containers,
  line: Line,
  lazy: boolean,
  apart: boolean,
): void {
  if (apart && item.hardBreak !== null) item.text += item.hardBreak;
  if (!apart) item.text += ` ${textOf(line)}`;
  else if (lazy) item.text += `\n${textOf(line)}`;
  else addLine(item, open, line, false);
  item.hardBreak = hardBreakAt(line);
}

export function addBlank(item: ItemText): void {
  if (item.text !== "") item.text += "\n";
}

function textOf({ source, text, end }: Line): string {
  let last = end;
  while (last > text && isSpace(source.charCodeAt(last - 1))) last--;
  return source.slice(text, last);
}

function hardBreakAt({ source, end }: Line): string | null {
  const last = source.charCodeAt(end - 1);
  if (last === CODES.backslash) return "";
  return last === SPACE && source.charCodeAt(end - 2) === SPACE ? "  " : null;
}

/** Returns the rest of the line; if the indent took only a part of a tab, the other part stays as spaces. */
function verbatimRest(line: Line): string {
  const { source, pos, end } = line;
  let column = 0;
  for (let at = line.start; at < pos; at++) column += source.charCodeAt(at) === TAB ? 4 - (column % 4) : 1;
  if (line.column === column) return source.slice(pos, end);
  return " ".repeat(4 - (line.column % 4)) + source.slice(pos + 1, end);
}
