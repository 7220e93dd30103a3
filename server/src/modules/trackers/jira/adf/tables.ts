import type { Table, TableRow } from "./adf.ts";
import { sizeOf, take } from "./budget.ts";
import { writeInline } from "./inline.ts";
import type { Source } from "./parse.ts";
import type { Writer } from "./writer.ts";

const mostColumns = 50;

export function isWide(table: Source): boolean {
  return (rowsOf(table)[0]?.inside.length ?? 0) > mostColumns;
}

/** Writes as many rows as fit. */
export function writeTable(writer: Writer, table: Source): Table | null {
  const content: TableRow[] = [];
  for (const row of rowsOf(table)) {
    if (writer.budget.isSpent) break;
    const cells = row.inside.map(({ token, text }) => ({ token, content: writeInline(writer, text) }));
    const size = cells.reduce((sum, cell) => sum + sizeOf(cell.content), 0);
    if (!take(writer.budget, size)) break;
    content.push({
      type: "tableRow",
      content: cells.map(({ token, content }) => ({
        type: token.type === "th_open" ? "tableHeader" : "tableCell",
        content: [{ type: "paragraph", content }],
      })),
    });
  }
  return content.length > 0 ? { type: "table", content } : null;
}

export function tableLines(table: Source): string[] {
  const [head = "", ...rows] = rowsOf(table).map(
    (row) => `| ${row.inside.map(({ text }) => text.replaceAll("|", "\\|")).join(" | ")} |`,
  );
  const columns = rowsOf(table)[0]?.inside.length ?? 0;
  return [head, `|${" --- |".repeat(columns)}`, ...rows];
}

function rowsOf(table: Source): Source[] {
  return table.inside.flatMap(({ inside }) => inside);
}
