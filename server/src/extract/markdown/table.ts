/** Further cells of a row are left out: no table for people is wider. */
const columnLimit = 500;

/** A table that is being read: rows of cells as one line of markdown each. */
export interface Table {
  rows: string[][];
  /** Cells of earlier rows that reach into the rows below, by column: in how many more rows they are. */
  reaching: number[];
}

export const newTable = (): Table => ({ rows: [], reaching: [] });

export function startRow(table: Table): void {
  table.rows.push([]);
  skipReaching(table);
}

/** Adds a cell, which may span columns and rows: the cells that it spans are empty. */
export function addCell(table: Table, text: string, columns = 1, rows = 1): void {
  if (table.rows.length === 0) startRow(table);
  const row = table.rows.at(-1) ?? [];
  for (let n = 0; n < Math.min(columns, columnLimit) && row.length < columnLimit; n++) {
    table.reaching[row.length] = Math.min(rows, 10_000) - 1;
    row.push(n === 0 ? text : "");
  }
  skipReaching(table);
}

function skipReaching({ rows, reaching }: Table): void {
  const row = rows.at(-1) ?? [];
  while ((reaching[row.length] ?? 0) > 0 && row.length < columnLimit) {
    reaching[row.length] = (reaching[row.length] ?? 0) - 1;
    row.push("");
  }
}

/** Writes rows as a table of GitHub Flavored Markdown; the first row is its head, and empty cells at the end of
 * others are left out. Returns "" where no cell has text. */
export function tableMarkdown(rows: readonly (readonly string[])[]): string {
  const kept = rows.filter((row) => row.some((cell) => cell !== ""));
  const width = kept.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  if (width === 0) return "";
  const [head = [], ...body] = kept;
  const line = (cells: readonly string[]) => `| ${cells.slice(0, Math.max(1, widthOf(cells))).join(" | ")} |`;
  const wide = Array.from({ length: width }, (_, at) => head[at] ?? "");
  return [`| ${wide.join(" | ")} |`, `|${" --- |".repeat(width)}`, ...body.map(line)].join("\n");
}

const widthOf = (row: readonly string[]) => row.findLastIndex((cell) => cell !== "") + 1;

/** Makes text that is not markdown a cell: on one line, with its pipes escaped. */
export const cellText = (text: string) =>
  text
    .trim()
    .replace(/[\\|]/g, "\\$&")
    .replace(/<(?=[a-z/!?])/gi, "\\<")
    .replace(/\r\n?|\n/g, "<br>");
