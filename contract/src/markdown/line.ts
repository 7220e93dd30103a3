/**
 * A position in a line. Offsets are UTF-16 units; tabs advance columns to multiples of four (CommonMark
 * 0.31.2, section 2.2).
 */
export type Line = {
  readonly source: string;
  start: number;
  end: number;
  /** End of the consumed text; inside a tab, `column` is ahead of it. */
  pos: number;
  column: number;
  /** The first non-space character from `pos`, or `end`. */
  text: number;
  textColumn: number;
  /** Character code at `text`; -1 at the end. */
  code: number;
  /** True if the whole line is white space. */
  isEmpty: boolean;
};

export const TAB = 9;
export const SPACE = 32;
const END = -1;

export function newLine(source: string): Line {
  return { source, start: 0, end: 0, pos: 0, column: 0, text: 0, textColumn: 0, code: END, isEmpty: true };
}

export function startLine(line: Line, start: number, end: number): void {
  line.start = start;
  line.end = end;
  moveTo(line, start, 0);
  line.isEmpty = line.text === end;
}

export function moveTo(line: Line, pos: number, column: number): void {
  line.pos = pos;
  line.column = column;
  let offset = pos;
  let reached = column;
  let code = END;
  for (; offset < line.end; offset++) {
    code = line.source.charCodeAt(offset);
    if (!isSpace(code)) break;
    reached += code === TAB ? 4 - (reached % 4) : 1;
  }
  line.text = offset;
  line.textColumn = reached;
  line.code = offset < line.end ? code : END;
}

/** Consumes up to `columns` columns of white space, possibly part of a tab. */
export function skipColumns(line: Line, columns: number): void {
  if (columns >= indent(line)) {
    line.pos = line.text;
    line.column = line.textColumn;
    return;
  }
  for (let left = columns; left > 0; ) {
    const width = line.source.charCodeAt(line.pos) === TAB ? 4 - (line.column % 4) : 1;
    line.column += Math.min(width, left);
    if (width > left) return;
    line.pos++;
    left -= width;
  }
}

/** Consumes a marker of `length` characters at `text`. */
export function skipMarker(line: Line, length: number): void {
  moveTo(line, line.text + length, line.textColumn + length);
}

export function indent(line: Line): number {
  return line.textColumn - line.column;
}

export function isBlank(line: Line): boolean {
  return line.text === line.end;
}

/** Returns the character code `offset` places after the first non-space character; -1 past the end. */
export function codeAt(line: Line, offset: number): number {
  const at = line.text + offset;
  return at < line.end ? line.source.charCodeAt(at) : END;
}

/** Tests for white space or the end of the line, which must follow a marker. */
export function endsMarker(code: number): boolean {
  return code === END || isSpace(code);
}

export function isSpace(code: number): boolean {
  return code === SPACE || code === TAB;
}
