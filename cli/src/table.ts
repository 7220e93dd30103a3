import { styleText } from "node:util";
import { eastAsianWidth } from "get-east-asian-width";
import { printable, say } from "./output.ts";

const gap = 2;
const leastWidth = 8;
const graphemes = new Intl.Segmenter();

/**
 * Prints aligned columns below their headings, without control characters. On a terminal the widest columns are cut to
 * its width, but not the first, which the next command takes; elsewhere values are whole. The last column is unpadded.
 */
export function sayTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const { isTTY, columns } = process.stdout;
  const lines = [headings, ...rows.map((row) => row.map(printable))];
  const wanted = headings.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ""))));
  const widths = isTTY ? fitting(wanted, columns) : wanted;
  for (const [index, line] of lines.entries()) {
    const cells = line.slice(0, widths.length).map((cell, column) => {
      const width = widths[column] ?? 0;
      const shown = isTTY ? cut(cell, width) : cell;
      return column < widths.length - 1 ? shown + " ".repeat(Math.max(0, width - widthOf(shown))) : shown;
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

/**
 * Narrows the widest column but the first, again and again, until the table fits. No column gets narrower than eight
 * cells: then the last ones are left out.
 */
function fitting(wanted: readonly number[], columns: number): number[] {
  const [first = 0, ...widths] = wanted;
  for (;;) {
    const excess = first + widths.reduce((sum, width) => sum + width + gap, 0) - columns;
    const widest = Math.max(...widths);
    if (excess <= 0 || (widest <= leastWidth && widths.length < 2)) return [first, ...widths];
    if (widest <= leastWidth) widths.pop();
    else widths[widths.indexOf(widest)] = Math.max(leastWidth, widest - Math.min(excess, 4));
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
