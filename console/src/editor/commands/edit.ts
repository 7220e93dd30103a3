import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { Command } from "@codemirror/view";

/** Returns a command's change, or null if it has nothing to change. */
export type EditOf = (state: EditorState) => TransactionSpec | null;

/** Makes a key's command of an edit; the browser never gets the key. */
export const runs =
  (editOf: EditOf): Command =>
  (view) => {
    const spec = editOf(view.state);
    if (spec) view.dispatch(spec, { scrollIntoView: true });
    return true;
  };

/** Tests that another edit restores the text after one, so that nobody is left with marks that stay. */
export function isRestored(state: EditorState, spec: TransactionSpec, by: EditOf): boolean {
  const after = state.update(spec).state;
  const back = by(after);
  return back !== null && after.update(back).state.doc.eq(state.doc);
}
