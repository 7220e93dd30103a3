import { type Item, isWellKnown, lettersOf, loneLabel } from "./label.ts";
import type { Row } from "./section.ts";

const BARE_NUMBER = /^#?\d+[.)]?$/;
const BOX = /^\[([ xX])\]$/;

/**
 * Returns table rows as items: their cells joined by a dash, without label cell, empty cells and a leading
 * number column.
 */
export function tableItems(rows: readonly Row[]): Item[] {
  const items: Item[] = [];
  let table: Row[] = [];
  let columns = 0;
  const finish = () => {
    for (const item of itemsOfTable(table, columns)) items.push(item);
    table = [];
  };
  for (const row of rows) {
    if (row.kind === "header") {
      finish();
      columns = cellsOf(row.text).length;
    } else if (row.kind === "row") table.push(row);
  }
  finish();
  return items;
}

function itemsOfTable(rows: readonly Row[], columns: number): Item[] {
  const table = rows.map(({ text }) => cellsOf(text).slice(0, columns));
  const isCounted = table.every(([first = ""]) => BARE_NUMBER.test(first));
  const begin = isCounted ? 1 : 0;
  const labels = table.map((cells) => loneLabel(cells[begin] ?? ""));
  const counts = Map.groupBy(labels, (id) => (id === null ? "" : lettersOf(id)));
  const isShared = (id: string) => (counts.get(lettersOf(id))?.length ?? 0) >= 2;
  const areLabels = Array.from({ length: columns }, (_, index) =>
    holdsLabels(table.map((cells) => cells[index] ?? "")),
  );
  return rows.map(({ line }, index) => {
    const cells = (table[index] ?? []).slice(begin);
    const firstFilled = cells.findIndex((cell, column) => {
      const id = loneLabel(cell);
      return id !== null && (isWellKnown(id) || areLabels[begin + column] || (column === 0 && isShared(id)));
    });
    const box = cells.map((cell) => BOX.exec(cell)?.[1]).find((mark) => mark !== undefined);
    const words = cells.filter((cell, column) => column !== firstFilled && cell !== "" && !BOX.test(cell));
    const checked = box === undefined ? undefined : box !== " ";
    const item: Item = { text: words.join(" — "), line, lastLine: line, checked };
    if (firstFilled !== -1) item.id = loneLabel(cells[firstFilled] ?? "");
    return item;
  });
}

/** Tests whether a column of at least two cells holds distinct labels with the same letters. */
function holdsLabels(cells: readonly string[]): boolean {
  const ids = cells.map(loneLabel);
  const letters = new Set(ids.map((id) => (id === null ? null : lettersOf(id))));
  return cells.length > 1 && letters.size === 1 && !letters.has(null) && new Set(ids).size === ids.length;
}

/** Splits a table row into cells (GitHub Flavored Markdown, section 4.10). */
function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.replaceAll("\\|", "|").trim());
}
