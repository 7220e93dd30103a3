import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { EditorOffers } from "./editor-offers.tsx";
import type { Names } from "./offers.ts";
import { type Typed, typedIn } from "./typed.ts";

/** Longer than any name. */
const longest = 200;

/** Offers people, specs and plans behind `@`, and specs and plans behind `#`; loaded with the first sign. */
export function references(names: () => Names): Extension {
  const plugin = ViewPlugin.define((view) => new References(view, names));
  const run = (key: string) => (view: EditorView) => view.plugin(plugin)?.press(key) ?? false;
  const keys = ["ArrowDown", "ArrowUp", "Enter", "Tab", "Escape"];
  const typeOver = EditorView.inputHandler.of(
    (view, from, to, text) => view.plugin(plugin)?.typeOver(from, to, text) ?? false,
  );
  return [plugin, typeOver, Prec.highest(keymap.of(keys.map((key) => ({ key, run: run(key) }))))];
}

class References {
  readonly #view: EditorView;
  readonly #names: () => Names;
  #offers: EditorOffers | undefined;
  #isEnded = false;
  /** The cursor's place behind a chosen name and its space; null after the next change. */
  #chosenEnd: number | null = null;

  constructor(view: EditorView, names: () => Names) {
    this.#view = view;
    this.#names = names;
  }

  update({ docChanged, selectionSet, focusChanged, geometryChanged, view, transactions }: ViewUpdate): void {
    if (docChanged || selectionSet) {
      const isChosen = transactions.some((transaction) => transaction.isUserEvent("input.complete"));
      this.#chosenEnd = isChosen ? view.state.selection.main.head : null;
    }
    if (geometryChanged) this.#offers?.place();
    if (!docChanged && !selectionSet && !focusChanged) return;
    const typed = view.hasFocus ? typedAt(view) : null;
    // Words that merely lie at the cursor are no question.
    if (this.#offers) this.#offers.look(docChanged || this.#offers.isOpen() ? typed : null);
    else if (typed && docChanged) void this.#load();
  }

  async #load(): Promise<void> {
    // Without it nothing is offered; the next sign tries again.
    const module = await import("./editor-offers.tsx").catch(() => null);
    if (!module || this.#isEnded) return;
    this.#offers ??= new module.EditorOffers(this.#view, this.#names);
    this.#offers.look(typedAt(this.#view));
  }

  /** A space or a sign takes the place of the space behind the name that was just chosen. */
  typeOver(from: number, to: number, text: string): boolean {
    if (from !== to || from !== this.#chosenEnd || !/^[ .,;:!?)]$/.test(text)) return false;
    this.#view.dispatch({
      changes: { from: from - 1, to, insert: text },
      selection: { anchor: from },
      userEvent: "input.type",
    });
    return true;
  }

  press = (key: string): boolean => this.#offers?.press(key) ?? false;

  destroy(): void {
    this.#isEnded = true;
    this.#offers?.end();
  }
}

function typedAt({ state }: EditorView): Typed | null {
  const { main } = state.selection;
  if (!main.empty) return null;
  const line = state.doc.lineAt(main.head);
  return typedIn(state.sliceDoc(Math.max(line.from, main.head - longest), main.head));
}
