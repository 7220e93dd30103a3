import { getSearchQuery, setSearchQuery } from "@codemirror/search";
import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** More are not counted, so that typing stays quick in a large text. */
const most = 1_000;

/** Says how many matches there are, and which of them is selected. */
export const countMatches = (panelOf: (view: EditorView) => Element | null) =>
  EditorView.updateListener.of(({ view, state, docChanged, selectionSet, transactions }) => {
    const field = panelOf(view)?.querySelector("[name=search]");
    if (!field) return;
    const shown = field.parentElement?.querySelector<HTMLElement>(".cm-count");
    const isAsked = transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)));
    if (shown && !docChanged && !selectionSet && !isAsked) return;
    const count = shown ?? document.createElement("span");
    count.className = "cm-count";
    count.role = "status";
    count.textContent = countOf(state);
    if (!shown) field.after(count);
  });

function countOf(state: EditorState): string {
  const query = getSearchQuery(state);
  if (!query.valid) return "";
  const { main } = state.selection;
  const matches = query.getCursor(state);
  let [count, selected] = [0, 0];
  for (let next = matches.next(); !next.done && count <= most; next = matches.next()) {
    count++;
    if (next.value.from === main.from && next.value.to === main.to) selected = count;
  }
  if (count === 0) return "No matches";
  const all = count > most ? `${most}+` : String(count);
  if (selected > 0 && selected <= most) return `${selected} of ${all}`;
  return all === "1" ? "1 match" : `${all} matches`;
}
