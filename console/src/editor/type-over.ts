import { EditorView } from "@codemirror/view";

/** Replaces the selection itself: browsers would keep its look by inline styles, which the policy refuses. */
export const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data, isComposing } = event;
    if (inputType !== "insertText" || data === null || isComposing) return false;
    const { from, to } = selected(event, view);
    if (from === to) return false;
    view.dispatch({
      changes: { from, to, insert: data },
      selection: { anchor: from + data.length },
      userEvent: "input.type",
      scrollIntoView: true,
    });
    return true;
  },
});

/** Returns the selection; a busy page may not have told the editor yet. */
function selected(event: InputEvent, view: EditorView): { from: number; to: number } {
  const { main } = view.state.selection;
  const [range] = event.getTargetRanges();
  if (!main.empty || !range || range.collapsed || !view.contentDOM.contains(range.startContainer))
    return main;
  const ends = [
    view.posAtDOM(range.startContainer, range.startOffset),
    view.posAtDOM(range.endContainer, range.endOffset),
  ];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}
