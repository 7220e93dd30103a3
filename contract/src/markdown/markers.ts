import { codeAt, endsMarker, isSpace, type Line } from "./line.ts";

// Tests for blocks that start at `line.text` (CommonMark 0.31.2, sections 4 and 5). None looks beyond the
// line.

export const CODES = {
  hash: 35,
  asterisk: 42,
  plus: 43,
  hyphen: 45,
  colon: 58,
  less: 60,
  equals: 61,
  greater: 62,
  backslash: 92,
  underscore: 95,
  backtick: 96,
  pipe: 124,
  tilde: 126,
} as const;

const DOT = 46;
const PARENTHESIS = 41;

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function runLength({ source, text, end }: Line, code: number): number {
  let at = text;
  while (at < end && source.charCodeAt(at) === code) at++;
  return at - text;
}

function isBlankFrom({ source, text, end }: Line, offset: number): boolean {
  for (let at = text + offset; at < end; at++) if (!isSpace(source.charCodeAt(at))) return false;
  return true;
}

/** Returns the level of an ATX heading; 0 if none. */
export function atxLevel(line: Line): number {
  const level = runLength(line, CODES.hash);
  return level <= 6 && endsMarker(codeAt(line, level)) ? level : 0;
}

/** Returns the heading level of a setext underline; 0 if none. */
export function setextLevel(line: Line): number {
  const code = line.code;
  if (code !== CODES.equals && code !== CODES.hyphen) return 0;
  if (!isBlankFrom(line, runLength(line, code))) return 0;
  return code === CODES.equals ? 1 : 2;
}

/**
 * Returns the length of an opening code fence; 0 if none. An info string after backticks contains no
 * backtick.
 */
export function fenceLength(line: Line): number {
  const code = line.code;
  const length = runLength(line, code);
  if (length < 3) return 0;
  if (code === CODES.backtick) {
    for (let at = length; line.text + at < line.end; at++) if (codeAt(line, at) === code) return 0;
  }
  return length;
}

export function closesFence(line: Line, code: number, length: number): boolean {
  const run = runLength(line, code);
  return run >= length && isBlankFrom(line, run);
}

/**
 * Returns `line.end` for a thematic break, otherwise the end of its run of break characters. Callers further
 * right in the run can reuse the result.
 */
export function thematicBreakEnd({ source, text, end }: Line): number {
  const code = source.charCodeAt(text);
  let marks = 0;
  let offset = text;
  for (; offset < end; offset++) {
    const here = source.charCodeAt(offset);
    if (here === code) marks++;
    else if (!isSpace(here)) break;
  }
  return marks < 3 ? text : offset;
}

/** Returns the length of a list marker: 1 for a bullet, more for a number; 0 if none. */
export function listMarkerLength(line: Line): number {
  const code = line.code;
  let length = 0;
  if (code === CODES.hyphen || code === CODES.plus || code === CODES.asterisk) length = 1;
  else if (isDigit(code)) {
    while (length < 10 && isDigit(codeAt(line, length))) length++;
    const delimiter = codeAt(line, length);
    if (length > 9 || (delimiter !== DOT && delimiter !== PARENTHESIS)) return 0;
    length++;
  }
  return length > 0 && endsMarker(codeAt(line, length)) ? length : 0;
}

/** Tests whether an item may interrupt a paragraph: a bullet or the number 1, followed by text. */
export function mayInterruptParagraph(line: Line, markerLength: number): boolean {
  if (isBlankFrom(line, markerLength)) return false;
  return markerLength === 1 || Number(line.source.slice(line.text, line.text + markerLength - 1)) === 1;
}
