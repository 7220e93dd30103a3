import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import { findLook } from "./find-look.ts";

/** The panel's words, in sentence case as everywhere. */
const words = {
  next: "Next",
  previous: "Previous",
  all: "All",
  "match case": "Match case",
  regexp: "Regexp",
  "by word": "Whole words",
  replace: "Replace",
  "replace all": "Replace all",
};

const added = new WeakSet<EditorView>();

/** Opens the panel to find and replace. */
export function openFind(view: EditorView): void {
  if (!added.has(view))
    view.dispatch({
      effects: StateEffect.appendConfig.of([
        search({ top: true }),
        keymap.of(searchKeymap),
        findLook,
        EditorState.phrases.of(words),
      ]),
    });
  added.add(view);
  openSearchPanel(view);
}
