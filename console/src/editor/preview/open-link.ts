import { type Command, EditorView } from "@codemirror/view";
import { linkAt } from "./addresses.ts";

function open(view: EditorView, place: number): boolean {
  const address = linkAt(view.state, place);
  if (address !== null) window.open(address, "_blank", "noopener,noreferrer");
  return address !== null;
}

/** Opens the link at the cursor. */
export const openLink: Command = (view) => open(view, view.state.selection.main.head);

export const openPressedLinks = EditorView.domEventHandlers({
  mousedown: (event, view) => {
    if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
    const place = view.posAtCoords({ x: event.clientX, y: event.clientY });
    return place !== null && open(view, place);
  },
});
