import { printable, say } from "./output.ts";

/**
 * Prints aligned columns below their headings. The last column is unpadded, so that any script fits. Control
 * characters are removed.
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
