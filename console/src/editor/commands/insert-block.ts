import type { EditorState, TransactionSpec } from "@codemirror/state";
import { treeOf } from "../items.ts";
import type { EditOf } from "./edit.ts";
import { selectedLines } from "./lines.ts";

/** Inserts a block below the cursor's, with the selection `[from, to]` in it. */
const insertBlock =
  (block: string, from: number, to = from): EditOf =>
  (state): TransactionSpec => {
    const { place, isBlank } = placeAt(state);
    const before = isBlank ? "" : "\n\n";
    const line = state.doc.lineAt(place);
    const below = line.number < state.doc.lines ? state.doc.line(line.number + 1).text.trim() : "";
    const above = line.number > 1 ? state.doc.line(line.number - 1).text.trim() : "";
    const gap = isBlank && above !== "" ? "\n" : before;
    const start = place + gap.length;
    return {
      changes: { from: place, insert: `${gap}${block}${below === "" ? "" : "\n"}` },
      selection: { anchor: start + from, head: start + to },
      userEvent: "input",
    };
  };

/** Returns the end of the cursor's block, or the cursor's line if it is blank and between blocks. */
function placeAt(state: EditorState): { place: number; isBlank: boolean } {
  const line = selectedLines(state).at(-1) ?? state.doc.lineAt(state.selection.main.head);
  const place = line.text.trim() === "" ? line.from : line.from + line.text.search(/\S/);
  let node = treeOf(state).resolve(place, 1);
  while (node.parent && node.parent.name !== "Document") node = node.parent;
  const isOutside = node.name === "Document" || node.to < line.from || node.from > line.to;
  if (isOutside && line.text.trim() === "") return { place: line.to, isBlank: line.text === "" };
  return { place: isOutside ? line.to : state.doc.lineAt(node.to).to, isBlank: false };
}

export const insertTable: EditOf = insertBlock("| Name | Text |\n| --- | --- |\n|  |  |", 2, 6);
export const insertRule: EditOf = insertBlock("---\n", 4);
export const insertDiagram: EditOf = insertBlock("```mermaid\nflowchart TD\n  Start --> End\n```", 26, 39);
