import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { EditOf } from "../commands/edit.ts";
import { type Row, type Table, tableAt } from "./table.ts";

interface Place {
  table: Table;
  /** Indices of the cursor's row and cell. */
  row: number;
  column: number;
}

function placeOf(state: EditorState): Place | null {
  const { head } = state.selection.main;
  const table = tableAt(state, head);
  const row = table?.rows.findIndex(({ from, to }) => from <= head && head <= to) ?? -1;
  const cells = table?.rows[row]?.cells;
  if (!table || !cells) return null;
  const column = cells.findIndex(({ to }) => head <= to);
  return { table, row, column: column < 0 ? Math.max(0, cells.length - 1) : column };
}

export const isInTable = (state: EditorState): boolean => placeOf(state) !== null;

/** Makes an edit of the cursor's place in a table; null outside. */
const inTable =
  (editOf: (state: EditorState, place: Place) => TransactionSpec | null): EditOf =>
  (state) => {
    const place = placeOf(state);
    return place && editOf(state, place);
  };

/** Moves to the next cell; behind the last one begins a row. */
export const nextCell = inTable((state, { table, row, column }) => {
  if (table.rows[row]?.cells[column + 1]) return selectCell(table, row, column + 1);
  return table.rows[row + 1] ? selectCell(table, row + 1, 0) : withRow(state, table, row, 0);
});

export const previousCell = inTable((_, { table, row, column }) => {
  if (column > 0) return selectCell(table, row, column - 1);
  const above = table.rows[row - 1];
  return above ? selectCell(table, row - 1, above.cells.length - 1) : {};
});

/** Moves down, where a row begins behind the last one; an empty last row ends the table. */
export const cellBelow = inTable((state, { table, row, column }) => {
  const [own, below] = [table.rows[row], table.rows[row + 1]];
  if (below) return selectCell(table, row + 1, Math.min(column, below.cells.length - 1));
  const isEmpty = row > 0 && own?.cells.every(({ words }) => words.from === words.to);
  if (!own || !isEmpty) return withRow(state, table, row, column);
  return { changes: { from: own.start, to: own.to }, selection: { anchor: own.start }, userEvent: "delete" };
});

export const addRow = inTable((state, { table, row, column }) => withRow(state, table, row, column));

export const removeRow = inTable((_, { table, row, column }) => {
  const own = table.rows[row];
  // The head is what makes it a table.
  if (!own || row === 0) return null;
  const above = row === 1 ? table.dashes : table.rows[row - 1];
  const cell = table.rows[row - 1]?.cells[Math.min(column, (table.rows[row - 1]?.cells.length ?? 1) - 1)];
  return {
    changes: { from: above?.to ?? own.from, to: own.to },
    ...(cell ? { selection: { anchor: cell.words.from } } : {}),
    userEvent: "delete.row",
  };
});

export const addColumn = inTable((state, { table, row, column }) =>
  rewritten(state, table, row, column + 1, (cells, isDashes) =>
    column < cells.length ? cells.toSpliced(column + 1, 0, isDashes ? " --- " : "  ") : cells,
  ),
);

export const removeColumn = inTable((state, { table, row, column }) => {
  if ((table.rows[0]?.cells.length ?? 0) < 2) return null;
  return rewritten(state, table, row, Math.max(0, column - 1), (cells) => cells.toSpliced(column, 1));
});

/** Pads the cells, so that the columns stand below each other in the raw text too. */
export const formatTable = inTable((state, { table, row, column }) => {
  const widths: number[] = [];
  for (const { cells } of table.rows)
    for (const [index, { words }] of cells.entries())
      widths[index] = Math.max(3, widths[index] ?? 0, words.to - words.from);
  return rewritten(state, table, row, column, (cells, isDashes) =>
    cells.map((cell, index) => {
      const [words, width] = [cell.trim(), widths[index] ?? 3];
      if (!isDashes) return ` ${words.padEnd(width)} `;
      const [left, right] = [words.startsWith(":") ? ":" : "", words.endsWith(":") ? ":" : ""];
      return ` ${left}${"-".repeat(width - left.length - right.length)}${right} `;
    }),
  );
});

function selectCell({ rows }: Table, row: number, column: number): TransactionSpec {
  const cell = rows[row]?.cells[column];
  return cell ? { selection: { anchor: cell.words.from, head: cell.words.to } } : {};
}

/** Adds an empty row below one, with the cursor in a cell of it. */
function withRow({ doc }: EditorState, table: Table, row: number, column: number): TransactionSpec {
  const above = (row === 0 ? table.dashes : table.rows[row]) ?? table.dashes;
  const own = table.rows[row] ?? above;
  const lead = doc.sliceString(own.from, own.start).replace(/[^\s>]/g, " ");
  const count = table.rows[0]?.cells.length ?? 1;
  const insert = `\n${lead}|${"  |".repeat(count)}`;
  const anchor = above.to + 1 + lead.length + 2 + 3 * Math.min(column, count - 1);
  return { changes: { from: above.to, insert }, selection: { anchor }, userEvent: "input.row" };
}

/** Writes all rows again with other cells, which begin and end with a pipe. */
function rewritten(
  { doc }: EditorState,
  table: Table,
  row: number,
  column: number,
  cellsOf: (cells: string[], isDashes: boolean) => string[],
): TransactionSpec {
  const written = (own: Row, isDashes: boolean) => {
    const cells = own.cells.map(({ from, to }) =>
      doc
        .sliceString(from, to)
        .replace(/^\|/, "")
        .replace(/((?:^|[^\\])(?:\\\\)*)\|$/, "$1"),
    );
    return cellsOf(cells, isDashes);
  };
  let shift = 0;
  let anchor = table.from;
  const all = [...table.rows.slice(0, 1), table.dashes, ...table.rows.slice(1)];
  const changes = all.map((own) => {
    const cells = written(own, own === table.dashes);
    const end = own.from + doc.sliceString(own.from, own.to).trimEnd().length;
    const insert = `|${cells.join("|")}|`;
    if (own === table.rows[row]) {
      const before = cells.slice(0, column).reduce((sum, cell) => sum + cell.length + 1, 1);
      anchor = own.start + shift + before + Math.min(1, cells[column]?.length ?? 0);
    }
    shift += insert.length - (end - own.start);
    return { from: own.start, to: end, insert };
  });
  return { changes, selection: { anchor }, userEvent: "input.table" };
}
