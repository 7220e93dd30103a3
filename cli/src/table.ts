import { styleText } from "node:util";
import { eastAsianWidth } from "get-east-asian-width";
import { printable, say } from "./output.ts";

const gap = 2;
const leastWidth = 8;
const graphemes = new Intl.Segmenter();

/** Columns that the next command takes, besides the first. */
const handles = new Set(["ID", "PLAN", "SPEC"]);
/** Columns that tell rows apart. */
const names = new Set(["TITLE", "NAME"]);

/**
 * Prints aligned columns below their headings, without control characters. On a terminal the widest columns are cut to
 * its width, but no handles; elsewhere values are whole. The last column is unpadded.
 */
export function sayTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const { isTTY, columns } = process.stdout;
  const lines = [headings, ...rows.map((row) => row.map(printable))];
  const wanted = headings.map((heading, at) => ({
    heading,
    at,
    width: Math.max(...lines.map((line) => widthOf(line[at] ?? ""))),
  }));
  const shownColumns = isTTY ? fitting(wanted, columns) : wanted;
  for (const [index, line] of lines.entries()) {
    const cells = shownColumns.map(({ at, width }, place) => {
      const cell = line[at] ?? "";
      const shown = isTTY ? cut(cell, width) : cell;
      return place < shownColumns.length - 1
        ? shown + " ".repeat(Math.max(0, width - widthOf(shown)))
        : shown;
    });
    const text = cells.join(" ".repeat(gap)).trimEnd();
    say(index === 0 ? styleText("bold", text, { stream: process.stdout }) : text);
  }
}

const cellsOf = (text: string) =>
  [...graphemes.segment(text)].map(({ segment }) => ({
    segment,
    width: eastAsianWidth(segment.codePointAt(0) ?? 0),
  }));

/** Returns how many cells of a terminal a text takes. */
const widthOf = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text) ? text.length : cellsOf(text).reduce((sum, { width }) => sum + width, 0);

interface Column {
  heading: string;
  /** Its place in a row. */
  at: number;
  width: number;
}

/**
 * Narrows the widest column but handles, again and again, until the table fits. No column gets narrower than eight
 * cells: then the last ones are left out, names at the very end.
 */
function fitting(wanted: readonly Column[], columns: number): Column[] {
  const shown = wanted.map((column) => ({ ...column }));
  for (;;) {
    const excess = shown.reduce((sum, { width }) => sum + width + gap, -gap) - columns;
    const others = shown.slice(1);
    const [widest] = others
      .filter(({ heading, width }) => !handles.has(heading) && width > leastWidth)
      .toSorted((a, b) => b.width - a.width);
    const leftOut = others.findLast(({ heading }) => !names.has(heading)) ?? others.at(-1);
    if (excess <= 0 || !leftOut || (!widest && others.length < 2)) return shown;
    if (widest) widest.width = Math.max(leastWidth, widest.width - Math.min(excess, 4));
    else shown.splice(shown.indexOf(leftOut), 1);
  }
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let shown = "";
  let used = 1;
  for (const cell of cellsOf(text)) {
    if (used + cell.width > width) break;
    shown += cell.segment;
    used += cell.width;
  }
  return `${shown}…`;
}
