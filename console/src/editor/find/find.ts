import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { StateEffect } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { findLook } from "./find-look.ts";

const added = new WeakSet<EditorView>();

/** Opens the panel to find and replace. */
export function openFind(view: EditorView): void {
  if (!added.has(view))
    view.dispatch({
      effects: StateEffect.appendConfig.of([search({ top: true }), keymap.of(searchKeymap), findLook]),
    });
  added.add(view);
  openSearchPanel(view);
}
