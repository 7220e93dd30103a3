import { characters } from "../characters.ts";
import { longText } from "../long-text.ts";

/** Cells beyond this are dropped. */
export const mostColumns = 500;

/** A table in progress, with cells as single lines of markdown. */
export interface Table {
  rows: string[][];
  /** Remaining rows of spanning cells, by column. */
  reaching: number[];
  /** True if it has a head or caption, so that it is not layout. */
  isTable: boolean;
  /** True if a cell holds blocks, which markdown tables can't. */
  holdsBlocks: boolean;
}

export const newTable = (isTable: boolean): Table => ({
  rows: [],
  reaching: [],
  isTable,
  holdsBlocks: false,
});

export function startRow(table: Table): void {
  table.rows.push([]);
  skipReaching(table);
}

/** Adds a cell; cells that it spans stay empty. Returns false if it was dropped beyond the column limit. */
export function addCell(table: Table, text: string, columns = 1, rows = 1): boolean {
  if (table.rows.length === 0) startRow(table);
  const row = table.rows.at(-1) ?? [];
  const mayGrow = row.length < mostColumns;
  for (let n = 0; n < Math.min(columns, mostColumns) && row.length < mostColumns; n++) {
    table.reaching[row.length] = Math.min(rows, 10_000) - 1;
    row.push(n === 0 ? text : "");
  }
  skipReaching(table);
  return mayGrow || text === "";
}

function skipReaching({ rows, reaching }: Table): void {
  const row = rows.at(-1) ?? [];
  while ((reaching[row.length] ?? 0) > 0 && row.length < mostColumns) {
    reaching[row.length] = (reaching[row.length] ?? 0) - 1;
    row.push("");
  }
}

/**
 * Writes rows as a GitHub Flavored Markdown table with the first row as its head, omitting trailing empty
 * cells elsewhere. Returns "" if all cells are empty. Stops after the row that exceeds `most` characters.
 */
export function tableMarkdown(rows: Iterable<readonly string[]>, most = Number.POSITIVE_INFINITY): string {
  let head: readonly string[] | null = null;
  let width = 0;
  let left = most;
  const body = longText();
  for (const cells of rows) {
    const wide = widthOf(cells);
    if (wide === 0) continue;
    width = Math.max(width, wide);
    if (head === null) head = cells;
    else {
      const line = `\n| ${cells.slice(0, wide).join(" | ")} |`;
      left -= characters(line);
      body.add(line);
    }
    if (left < 0) break;
  }
  if (head === null) return "";
  const all = Array.from({ length: width }, (_, index) => head[index] ?? "");
  return `| ${all.join(" | ")} |\n|${" --- |".repeat(width)}${body.end()}`;
}

const widthOf = (row: readonly string[]) => row.findLastIndex((cell) => cell !== "") + 1;

/** Escapes plain text as a single-line cell. */
export function cellText(text: string): string {
  const cell = text.trim();
  if (!/[\\|<\r\n]/.test(cell)) return cell; // Fast path: most cells are plain, and tables have millions.
  return cell
    .replace(/[\\|]/g, "\\$&")
    .replace(/<(?=[a-z/!?])/gi, "\\<")
    .replace(/\r\n?|\n/g, "<br>");
}
