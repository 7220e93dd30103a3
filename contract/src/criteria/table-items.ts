import { type Item, isWellKnown, lettersOf, loneLabel } from "./label.ts";
import type { Row } from "./section.ts";

const BARE_NUMBER = /^#?\d+[.)]?$/;
const BOX = /^\[([ xX])\]$/;

/**
 * Returns the rows of a section's tables: their cells, joined by a dash, without the one that is a label, empty ones and
 * a first column of numbers.
 */
export function tableItems(rows: readonly Row[]): Item[] {
  const items: Item[] = [];
  let table: Row[] = [];
  const finish = () => {
    for (const item of itemsOfTable(table)) items.push(item);
    table = [];
  };
  for (const row of rows) {
    if (row.kind === "header") finish();
    else if (row.kind === "row") table.push(row);
  }
  finish();
  return items;
}

function itemsOfTable(rows: readonly Row[]): Item[] {
  const table = rows.map(({ text }) => cellsOf(text));
  const isCounted = table.every(([first = ""]) => BARE_NUMBER.test(first));
  const begin = isCounted ? 1 : 0;
  const labels = table.map((cells) => loneLabel(cells[begin] ?? ""));
  const counts = Map.groupBy(labels, (id) => (id === null ? "" : lettersOf(id)));
  const isShared = (id: string) => (counts.get(lettersOf(id))?.length ?? 0) >= 2;
  return rows.map(({ line }, index) => {
    const cells = (table[index] ?? []).slice(begin);
    const at = cells.findIndex((cell, column) => {
      const id = loneLabel(cell);
      return id !== null && (isWellKnown(id) || (column === 0 && isShared(id)));
    });
    const box = cells.map((cell) => BOX.exec(cell)?.[1]).find((mark) => mark !== undefined);
    const words = cells.filter((cell, column) => column !== at && cell !== "" && !BOX.test(cell));
    const checked = box === undefined ? undefined : box !== " ";
    return { text: words.join(" — "), id: loneLabel(cells[at] ?? ""), line, lastLine: line, checked };
  });
}

/** Returns the cells of a row of a table (GitHub Flavored Markdown, section 4.10). */
function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.replaceAll("\\|", "|").trim());
}
