import type { ChangeSpec, EditorState, TransactionSpec } from "@codemirror/state";
import type { KeyBinding } from "@codemirror/view";
import { beginOf, itemAt, type SyntaxNode, siblingsOf } from "./items.ts";

/** In columns, outside lists. */
const unit = 2;

/** Nests the item, indents the selection, or inserts spaces. */
export function indented(state: EditorState): TransactionSpec {
  const { main } = state.selection;
  const item = itemAt(state, main.head);
  const above = item ? siblingAbove(item) : undefined;
  if (item && above && isInside(state, item)) return nested(state, item, above);
  const insert = " ".repeat(unit);
  if (main.empty && !item) return state.update(state.replaceSelection(insert));
  return { changes: selectedLines(state).map(({ from }) => ({ from, insert })), userEvent: "input.indent" };
}

export function outdented(state: EditorState): TransactionSpec {
  const item = itemAt(state, state.selection.main.head);
  const outer = item && isInside(state, item) ? outerItem(item) : null;
  const columns = item && outer ? columnOf(state, item) - columnOf(state, outer) : unit;
  const lines = item && outer ? linesOf(state, item) : selectedLines(state);
  const changes = lines.flatMap(({ from, text }): ChangeSpec[] => {
    const spaces = text.startsWith("\t") ? 1 : Math.min(columns, /^ */.exec(text)?.[0].length ?? 0);
    return spaces === 0 ? [] : [{ from, to: from + spaces }];
  });
  return { changes, userEvent: "delete.dedent" };
}

/** Tab stays in the text, so that no following letter fires a shortcut. Escape leaves. */
export const indentKeys: readonly KeyBinding[] = [
  {
    key: "Tab",
    run: (view) => {
      view.dispatch(indented(view.state));
      return true;
    },
    shift: (view) => {
      view.dispatch(outdented(view.state));
      return true;
    },
  },
];

/** Nests an item and its continuation lines; numbers restart at 1. */
function nested(state: EditorState, item: SyntaxNode, above: SyntaxNode): TransactionSpec {
  const { doc } = state;
  const begin = beginOf(doc, above);
  const columns = begin.mark.to - begin.mark.from + begin.space.length;
  const own = beginOf(doc, item);
  const insert = " ".repeat(columns);
  const changes: ChangeSpec[] = linesOf(state, item).map(({ from }) => ({ from, insert }));
  const hasList = above.getChild("OrderedList") !== null;
  if (own.number !== null && !hasList)
    changes.push({ from: own.mark.from, to: own.mark.to - own.sign.length, insert: "1" });
  return { changes, userEvent: "input.indent" };
}

const siblingAbove = (item: SyntaxNode): SyntaxNode | undefined => {
  const siblings = siblingsOf(item);
  return siblings[siblings.findIndex(({ from }) => from === item.from) - 1];
};

const outerItem = (item: SyntaxNode): SyntaxNode | null => {
  const outer = item.parent?.parent ?? null;
  return outer?.name === "ListItem" ? outer : null;
};

const columnOf = ({ doc }: EditorState, item: SyntaxNode) => item.from - doc.lineAt(item.from).from;

/** True if the selection lies within an item. */
const isInside = ({ selection: { main }, doc }: EditorState, item: SyntaxNode) =>
  doc.lineAt(main.from).from >= doc.lineAt(item.from).from && main.to <= doc.lineAt(item.to).to;

function linesOf({ doc }: EditorState, { from, to }: { from: number; to: number }) {
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
  const lines = Array.from({ length: last - first + 1 }, (_, at) => doc.line(first + at));
  return lines.filter(({ text, number }) => number === first || text.trim() !== "");
}

const selectedLines = (state: EditorState) => linesOf(state, state.selection.main);
