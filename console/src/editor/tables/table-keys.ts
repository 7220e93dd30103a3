import type { Command, KeyBinding } from "@codemirror/view";
import type { EditOf } from "../commands/edit.ts";
import { addRow, cellBelow, nextCell, previousCell, removeRow } from "./table-edits.ts";

/** Leaves the key to others outside of tables. */
const inTables =
  (editOf: EditOf): Command =>
  (view) => {
    const spec = view.state.selection.ranges.length === 1 ? editOf(view.state) : null;
    if (spec) view.dispatch(spec, { scrollIntoView: true });
    return spec !== null;
  };

export const tableKeys: readonly KeyBinding[] = [
  { key: "Tab", run: inTables(nextCell), shift: inTables(previousCell) },
  { key: "Enter", run: inTables(cellBelow) },
  { key: "Mod-Enter", run: inTables(addRow) },
  { key: "Mod-Shift-Backspace", run: inTables(removeRow) },
];
