import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, StateEffect } from "@codemirror/state";
import { EditorView, keymap, panels } from "@codemirror/view";
import { countMatches } from "./count.ts";
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
        inHead(view),
      ]),
    });
  added.add(view);
  openSearchPanel(view);
}

/** Puts the panel into the head that stays above the text, if it has one. */
function inHead(view: EditorView): Extension {
  const place = view.dom.closest("[data-writing]")?.querySelector<HTMLElement>("[data-find]");
  const count = countMatches(({ dom }) => (place ?? dom).querySelector(".cm-search"));
  if (!place) return count;
  const margin = () => ({ top: Math.max(0, place.getBoundingClientRect().bottom) });
  return [count, panels({ topContainer: place }), EditorView.scrollMargins.of(margin)];
}
