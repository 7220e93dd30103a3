import type { EditorState } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import { type Row, rowOf } from "../tables/table.ts";
import { lineOf } from "./marks.ts";
import type { Draw, Scene } from "./scene.ts";

/** The classes of cells by the share of the width that their column takes. */
const widest = 6;
const cells = Array.from({ length: widest + 1 }, (_, share) =>
  Decoration.mark({ class: `cm-cell cm-cell-${share}`, inclusiveStart: true }),
);
const pipe = Decoration.mark({ class: "cm-pipe" });

/** Rows that decide the columns' widths, so that a long table costs no more. */
const measured = 50;

/** A table with more is shown as written, since each of its cells would cost at each key. */
const mostColumns = 100;

/** Draws rows as columns of equal places; the pipes of the cursor's row are shown. */
export const drawTable: Draw = (scene, node) => {
  const { doc } = scene.state;
  const [head, last] = [doc.lineAt(node.from).number, doc.lineAt(node.to).number];
  if ((node.getChild("TableHeader")?.getChildren("TableCell").length ?? 0) > mostColumns) return;
  const rowAt = (number: number) => rowIn(scene.state, number, number === head ? node.from : null);
  const shares = sharesOf(
    Array.from({ length: Math.min(measured, last - head + 1) }, (_, n) => rowAt(head + n)),
  );
  const end = doc.lineAt(Math.min(node.to, scene.to)).number;
  for (let number = doc.lineAt(Math.max(node.from, scene.from)).number; number <= end; number++) {
    const row = rowAt(number);
    const isTouched = scene.isTouched(row.from, row.to);
    if (number === head + 1 && !isTouched) {
      scene.add(lineOf("cm-dashes"), row.from);
      scene.hide(row.start, row.to);
    } else if (number !== head + 1) {
      const head1 = number === head ? " cm-row-head" : "";
      scene.add(lineOf(`cm-row${head1}${isTouched ? " cm-row-touched" : ""}`), row.from);
      drawCells(scene, row, shares, isTouched);
    }
  }
};

function drawCells(scene: Scene, row: Row, shares: readonly number[], isTouched: boolean): void {
  for (const [index, { from, to, words }] of row.cells.entries()) {
    const mark = cells[shares[index] ?? 1];
    if (mark && to > from) scene.add(mark, from, to);
    // Of an empty cell a space stays, which keeps its place.
    const edges =
      words.to > words.from
        ? [
            [from, words.from],
            [words.to, to],
          ]
        : [
            [from, from + 1],
            [to - 1, to],
          ];
    for (const [start = 0, end = 0] of edges) {
      const edge = scene.state.sliceDoc(start, end);
      if (!edge.includes("|") || end > to) continue;
      if (!isTouched) scene.hide(start, end);
      else scene.add(pipe, start + edge.indexOf("|"), start + edge.indexOf("|") + 1);
    }
  }
}

/** A head behind a list's mark begins where its node does. */
function rowIn({ doc }: EditorState, number: number, start: number | null): Row {
  const { text, from } = doc.line(number);
  return rowOf(text, from, start === null ? (/^[ \t>]*/.exec(text)?.[0].length ?? 0) : start - from);
}

function sharesOf(rows: readonly Row[]): number[] {
  const longest: number[] = [];
  for (const [at, row] of rows.entries())
    if (at !== 1)
      for (const [index, { words }] of row.cells.entries())
        longest[index] = Math.max(longest[index] ?? 0, words.to - words.from);
  return longest.map((length) => Math.min(widest, Math.max(1, Math.ceil(length / 8))));
}
