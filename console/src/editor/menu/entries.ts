import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { commands, type TextCommand } from "../commands/commands.ts";
import type { EditOf } from "../commands/edit.ts";
import { addCriterion } from "../criteria-keys.ts";
import { addColumn, addRow, formatTable, isInTable, removeColumn, removeRow } from "../tables/table-edits.ts";

/** A choice of the menu. */
export interface Entry {
  name: string;
  key?: string;
  /** Further words that find it. */
  words?: string;
  edit?: EditOf;
  act?: (view: EditorView) => void;
  /** Absent if it is offered everywhere. */
  isOffered?: (state: EditorState) => boolean;
}

const of = ({ name, key, edit }: TextCommand, words = ""): Entry => ({
  name,
  edit,
  words,
  ...(key ? { key } : {}),
});

const inTable = (name: string, edit: EditOf, key?: string): Entry => ({
  name,
  edit,
  isOffered: isInTable,
  ...(key ? { key } : {}),
});

/** Returns the menu's choices; pictures are chosen by `choosePicture`. */
export const entriesOf = (choosePicture: (view: EditorView) => void): readonly Entry[] => [
  inTable("Add a row", addRow, "Mod-Enter"),
  inTable("Remove the row", removeRow, "Mod-Shift-Backspace"),
  inTable("Add a column", addColumn),
  inTable("Remove the column", removeColumn),
  inTable("Align the columns", formatTable),
  of(commands.heading1, "title"),
  of(commands.heading2, "title"),
  of(commands.heading3, "title"),
  of(commands.bullets, "bullets items"),
  of(commands.numbers, "items"),
  of(commands.tasks, "checkbox todo"),
  of(commands.table),
  of(commands.quote),
  of(commands.codeBlock),
  of(commands.diagram, "mermaid chart"),
  of(commands.rule, "rule line"),
  of(commands.link),
  { name: "Picture", words: "image", act: choosePicture },
  { name: "Criterion", words: "acceptance criteria", act: addCriterion },
];

/** Returns the choices that a word finds, by the beginnings of their words. */
export function found(entries: readonly Entry[], state: EditorState, query: string): Entry[] {
  const wanted = query.toLowerCase();
  return entries.filter(({ name, words = "", isOffered }) => {
    if (isOffered && !isOffered(state)) return false;
    const all = `${name} ${words}`.toLowerCase();
    return all.startsWith(wanted) || all.includes(` ${wanted}`);
  });
}
