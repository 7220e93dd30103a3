import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";
import { announcesCriteria } from "../../../contract/src/criteria-heading.ts";
import { beginOf, itemAt, type SyntaxNode, siblingsOf, treeOf } from "./items.ts";
import { movedItem } from "./move-item.ts";
import { nextItem } from "./next-item.ts";

/** The beginning of the first criterion, where an author has not begun otherwise. */
const firstLabel = "1. AC-1: ";

/** Runs an edit that a place in the text asks for, if there is one. */
const edit =
  (editOf: (state: EditorState) => TransactionSpec | null): Command =>
  (view) => {
    if (view.state.selection.ranges.length > 1) return false;
    const spec = editOf(view.state);
    if (spec) view.dispatch(spec);
    return spec !== null;
  };

/** Begins the next item; ends the list where the item has no words; begins the list below a heading of criteria. */
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
    return item && movedItem(state, item, step);
  });

/** The keys of lists; each does what it does elsewhere where no list is. */
export const criteriaKeys: readonly KeyBinding[] = [
  { key: "Enter", run: edit(enter) },
  { key: "Alt-ArrowUp", run: moves(-1) },
  { key: "Alt-ArrowDown", run: moves(1) },
];

/** Adds a criterion behind the last one; the first one with its heading. */
export function addCriterion(view: EditorView): void {
  const { state } = view;
  const { heading, last } = criteriaOf(state);
  if (last) view.dispatch(nextItem(state, last, last.to));
  else {
    const at = heading ?? state.doc.length;
    const gap =
      at === 0 || state.sliceDoc(at - 2, at) === "\n\n"
        ? ""
        : state.sliceDoc(at - 1, at) === "\n"
          ? "\n"
          : "\n\n";
    const insert = heading === null ? `${gap}## Acceptance criteria\n\n${firstLabel}` : `\n\n${firstLabel}`;
    view.dispatch({
      changes: { from: at, insert },
      selection: { anchor: at + insert.length },
      scrollIntoView: true,
      userEvent: "input",
    });
  }
  view.focus();
}

/** Returns where the first heading of criteria ends, and the last item below one; null where there is none. */
function criteriaOf(state: EditorState): { heading: number | null; last: SyntaxNode | null } {
  let heading: number | null = null;
  let last: SyntaxNode | null = null;
  let level = 0;
  for (let node = treeOf(state).topNode.firstChild; node; node = node.nextSibling) {
    const own = Number(/^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1] ?? 0);
    if (own > 0) {
      const [title = ""] = state.sliceDoc(node.from, node.to).split("\n");
      if (announcesCriteria(title.replace(/^#{1,6}\s/, ""))) {
        level = own;
        heading ??= node.to;
      } else if (own <= level) level = 0;
    } else if (level > 0 && node.name === "OrderedList")
      last = siblingsOf(node.getChild("ListItem") ?? node).at(-1) ?? null;
  }
  return { heading, last };
}
