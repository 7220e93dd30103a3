import type { Containers } from "../markdown/containers.ts";
import { indent, isSpace, type Line, moveTo, SPACE, skipColumns, TAB } from "../markdown/line.ts";
import { CODES } from "../markdown/markers.ts";

/** The text of the current list item. */
export type ItemText = {
  text: string;
  /** Columns of indentation of the current block beyond the item's text. */
  shift: number;
  /** The trailing white space of a hard break; null if the next line joins this one. */
  hardBreak: string | null;
};

export function newItemText(): ItemText {
  return { text: "", shift: 0, hardBreak: null };
}

/** Adds a line without the item's indent; `verbatim` keeps tabs and trailing space. */
export function addLine(item: ItemText, open: Containers, line: Line, verbatim: boolean): void {
  moveTo(line, open.innerPos, open.innerColumn);
  skipColumns(line, item.shift);
  if (item.text !== "") item.text += "\n";
  if (verbatim) item.text += verbatimRest(line);
  else item.text += indent(line) > 0 ? " ".repeat(indent(line)) + textOf(line) : textOf(line);
  item.hardBreak = hardBreakAt(line);
}

/** Adds a paragraph's continuation line, on its own line if `apart`, otherwise joined by a space. */
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

/** Returns the rest of the line. If the indent took part of a tab, the remainder becomes spaces. */
function verbatimRest(line: Line): string {
  const { source, pos, end } = line;
  let column = 0;
  for (let at = line.start; at < pos; at++) column += source.charCodeAt(at) === TAB ? 4 - (column % 4) : 1;
  if (line.column === column) return source.slice(pos, end);
  return " ".repeat(4 - (line.column % 4)) + source.slice(pos + 1, end);
}
