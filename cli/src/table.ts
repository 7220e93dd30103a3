import { printable, say } from "./output.ts";

/**
 * Prints rows in aligned columns below their headings. The last column is not padded, so that texts of any script can
 * stand there. A cell may begin with spaces; anything that could control a terminal is taken out.
 */
export function sayTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [headings, ...rows.map((row) => row.map(printable))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      cell.padEnd(column < line.length - 1 ? (widths[column] ?? 0) : 0),
    );
    say(cells.join("  ").trimEnd());
  }
}
