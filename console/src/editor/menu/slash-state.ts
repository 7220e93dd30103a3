import { type EditorState, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { beginLength } from "../commands/line-parts.ts";
import { isWordless } from "../commands/nodes.ts";

/** The open menu: its slash's place, and the choice that Enter takes. */
export interface Slash {
  from: number;
  index: number;
}

export const closeSlash = StateEffect.define();
export const moveSlash = StateEffect.define<number>();

export const slash = StateField.define<Slash | null>({
  create: () => null,
  update(open, transaction) {
    const { state, changes, effects, docChanged } = transaction;
    if (effects.some((effect) => effect.is(closeSlash))) return null;
    const index = effects.findLast((effect) => effect.is(moveSlash))?.value;
    // A second slash begins again.
    if (isOpened(transaction)) return { from: state.selection.main.head - 1, index: 0 };
    if (open) {
      const from = changes.mapPos(open.from, 1);
      const now = { from, index: index ?? (docChanged ? 0 : open.index) };
      return queryOf(state, now) === null ? null : now;
    }
    return null;
  },
});

/** Returns the words behind the slash up to the cursor; null once the cursor has left them. */
export function queryOf(state: EditorState, { from }: Slash): string | null {
  const { head, empty } = state.selection.main;
  const line = state.doc.lineAt(Math.min(from, state.doc.length));
  if (!empty || head <= from || head > line.to || state.sliceDoc(from, from + 1) !== "/") return null;
  const query = state.sliceDoc(from + 1, head);
  return /^\s/.test(query) ? null : query;
}

/** True if a slash was typed at a line's start or after a space. */
function isOpened(transaction: Transaction): boolean {
  const { state } = transaction;
  const { head, empty } = state.selection.main;
  if (!transaction.isUserEvent("input.type") || !empty || state.sliceDoc(head - 1, head) !== "/")
    return false;
  const line = state.doc.lineAt(head);
  const before = line.text.slice(0, head - 1 - line.from);
  const isFirst = beginLength(before) === before.length;
  return (isFirst || /\s$/.test(before)) && !isWordless(state, head - 1);
}
