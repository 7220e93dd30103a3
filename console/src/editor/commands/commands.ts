import type { EditorState } from "@codemirror/state";
import { isCodeBlock, toggleCodeBlock } from "./code-block.ts";
import type { EditOf } from "./edit.ts";
import { insertDiagram, insertRule, insertTable } from "./insert-block.ts";
import { nodeAround } from "./nodes.ts";
import {
  isHeading,
  isList,
  isQuote,
  type List,
  toggleHeading,
  toggleList,
  toggleQuote,
} from "./toggle-lines.ts";
import { toggleLink } from "./toggle-link.ts";
import { bold, code, hasMark, italic, type Mark, struck, toggleMark } from "./toggle-mark.ts";

/** A command of the text, for keys, the bar and the menu. */
export interface TextCommand {
  name: string;
  /** In the notation of `keymap`. */
  key?: string;
  edit: EditOf;
  /** True if the selection has it, so that the command takes it away; absent if it only inserts. */
  isOn?: (state: EditorState) => boolean;
}

const marking = (name: string, key: string, mark: Mark): TextCommand => ({
  name,
  key,
  edit: toggleMark(mark),
  isOn: (state) => hasMark(state, mark),
});

const heading = (level: number): TextCommand => ({
  name: `Heading ${level}`,
  key: `Mod-Alt-${level}`,
  edit: toggleHeading(level),
  isOn: (state) => isHeading(state, level),
});

const list = (name: string, key: string, kind: List): TextCommand => ({
  name,
  key,
  edit: toggleList(kind),
  isOn: (state) => isList(state, kind),
});

export const commands = {
  bold: marking("Bold", "Mod-b", bold),
  italic: marking("Italic", "Mod-i", italic),
  struck: marking("Strikethrough", "Mod-Shift-x", struck),
  code: marking("Code", "Mod-e", code),
  link: {
    name: "Link",
    key: "Mod-k",
    edit: toggleLink,
    isOn: (state) => nodeAround(state, "Link", state.selection.main) !== null,
  },
  heading1: heading(1),
  heading2: heading(2),
  heading3: heading(3),
  bullets: list("Bulleted list", "Mod-Shift-8", "bullet"),
  numbers: list("Numbered list", "Mod-Shift-7", "number"),
  tasks: list("Task list", "Mod-Shift-9", "task"),
  quote: { name: "Quote", key: "Mod-Shift-.", edit: toggleQuote, isOn: isQuote },
  codeBlock: { name: "Code block", key: "Mod-Alt-c", edit: toggleCodeBlock, isOn: isCodeBlock },
  diagram: { name: "Diagram", edit: insertDiagram },
  table: { name: "Table", edit: insertTable },
  rule: { name: "Divider", edit: insertRule },
} as const satisfies Record<string, TextCommand>;
