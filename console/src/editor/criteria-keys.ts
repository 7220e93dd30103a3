import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";
import { announcesCriteria } from "../../../contract/src/criteria/names.ts";
import { readCriteria } from "../../../contract/src/criteria/read-criteria.ts";
import { beginOf, itemAt, treeOf } from "./items.ts";
import { moveItem } from "./move-item.ts";
import { nextItem } from "./next-item.ts";

const firstLabel = "1. AC-1: ";

/** Turns an edit, if any, into a command. */
const edit =
  (editOf: (state: EditorState) => TransactionSpec | null): Command =>
  (view) => {
    if (view.state.selection.ranges.length > 1) return false;
    const spec = editOf(view.state);
    if (spec) view.dispatch(spec);
    return spec !== null;
  };

/** Starts the next item, ends the list at an empty one, or starts a list below a criteria heading. */
function enter(state: EditorState): TransactionSpec | null {
  const { main } = state.selection;
  if (!main.empty) return null;
  const item = itemAt(state, main.head);
  if (!item) return belowHeading(state, main.head);
  const { mark, words } = beginOf(state.doc, item);
  if (main.head < words) return null;
  if (state.doc.sliceString(words, item.to).trim() !== "") return nextItem(state, item, main.head);
  const from = state.doc.lineAt(mark.from).from;
  return { changes: { from, to: main.head }, selection: { anchor: from }, userEvent: "delete" };
}

function belowHeading(state: EditorState, at: number): TransactionSpec | null {
  const line = state.doc.lineAt(at);
  if (at !== line.to || !announcesCriteria(line.text.replace(/^ {0,3}#{1,6}\s/, ""))) return null;
  if (!/^ {0,3}#{1,6}\s/.test(line.text) || /^\s*(\d+[.)]|[-*+])\s/.test(state.sliceDoc(line.to).trimStart()))
    return null;
  const insert = `\n\n${firstLabel}`;
  return { changes: { from: at, insert }, selection: { anchor: at + insert.length }, userEvent: "input" };
}

const moves = (step: -1 | 1) =>
  edit((state) => {
    const item = itemAt(state, state.selection.main.head);
    return item && moveItem(state, item, step);
  });

/** Outside lists the default action stays. */
export const criteriaKeys: readonly KeyBinding[] = [
  { key: "Enter", run: edit(enter) },
  { key: "Alt-ArrowUp", run: moves(-1) },
  { key: "Alt-ArrowDown", run: moves(1) },
];

/** Appends a criterion; the first gets a heading. */
export function addCriterion(view: EditorView): void {
  const { state } = view;
  const { criteria, announcedAt } = readCriteria(state.doc.toString());
  const last = criteria.at(-1);
  const item = last ? itemAt(state, lineOf(state, last.line).to) : null;
  if (item) view.dispatch(nextItem(state, item, item.to));
  else if (last) insertAt(view, lineOf(state, last.lastLine).to, "\n");
  else if (announcedAt !== null) insertAt(view, endOfHeading(state, announcedAt), `\n\n${firstLabel}`);
  else
    insertAt(
      view,
      state.doc.length,
      `${gapAt(state, state.doc.length)}## Acceptance criteria\n\n${firstLabel}`,
    );
  view.focus();
}

/** Adds a criteria heading above the block at a line. */
export function makeCriteria(view: EditorView, line: number): void {
  const { state } = view;
  const { from } = lineOf(state, line);
  let level = 1;
  let begin = from;
  for (let node = treeOf(state).topNode.firstChild; node && node.from <= from; node = node.nextSibling) {
    const own = Number(/^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1] ?? 0);
    if (own > 0) level = own;
    begin = node.to >= from ? state.doc.lineAt(node.from).from : begin;
  }
  const heading = `${"#".repeat(Math.min(level + 1, 6))} Acceptance criteria\n\n`;
  view.dispatch({
    changes: { from: begin, insert: `${gapAt(state, begin)}${heading}` },
    scrollIntoView: true,
    userEvent: "input",
  });
  view.focus();
}

/** Line numbers are clamped to the last. */
const lineOf = (state: EditorState, line: number) => state.doc.line(Math.min(line, state.doc.lines));

function gapAt(state: EditorState, at: number): string {
  if (at === 0 || state.sliceDoc(at - 2, at) === "\n\n") return "";
  return state.sliceDoc(at - 1, at) === "\n" ? "\n" : "\n\n";
}

/** Includes a setext underline. */
function endOfHeading(state: EditorState, line: number): number {
  const below = lineOf(state, line + 1);
  return /^ {0,3}(?:=+|-+)[ \t]*$/.test(below.text) ? below.to : lineOf(state, line).to;
}

function insertAt(view: EditorView, at: number, insert: string): void {
  view.dispatch({
    changes: { from: at, insert },
    selection: { anchor: at + insert.length },
    scrollIntoView: true,
    userEvent: "input",
  });
}
