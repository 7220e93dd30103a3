import { type EditorState, type Extension, Prec } from "@codemirror/state";
import { type Command, EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { type Entry, entriesOf, found } from "./entries.ts";
import { placeBeside } from "./float.ts";
import { keyName } from "./key-name.ts";
import { closeSlash, moveSlash, queryOf, type Slash, slash } from "./slash-state.ts";

const idOf = (index: number) => `slash-${index}`;

/** Opens a menu of everything when a slash is typed, which stays text if nothing is chosen. */
export function slashMenu(choosePicture: (view: EditorView) => void): Extension {
  const entries = entriesOf(choosePicture);
  const choices = (state: EditorState): { open: Slash; chosen: Entry[] } | null => {
    const open = state.field(slash);
    const query = open && queryOf(state, open);
    const chosen = query === null ? [] : found(entries, state, query);
    return open && chosen.length > 0 ? { open, chosen } : null;
  };
  const moves =
    (step: 1 | -1): Command =>
    (view) => {
      const now = choices(view.state);
      if (!now) return false;
      const { length } = now.chosen;
      view.dispatch({ effects: moveSlash.of((now.open.index + step + length) % length) });
      return true;
    };
  const choose = (view: EditorView, { open, chosen }: { open: Slash; chosen: Entry[] }, index: number) => {
    const entry = chosen[index];
    if (!entry) return;
    const { state } = view;
    const removal = {
      changes: { from: open.from, to: state.selection.main.head },
      effects: closeSlash.of(null),
    };
    const spec = entry.edit?.(state.update(removal).state);
    view.dispatch(removal, ...(spec ? [{ ...spec, sequential: true }] : []), {
      userEvent: "input",
      scrollIntoView: true,
    });
    view.focus();
    entry.act?.(view);
  };
  const accept: Command = (view) => {
    const now = choices(view.state);
    if (now) choose(view, now, now.open.index);
    return now !== null;
  };
  const close: Command = (view) => {
    const open = view.state.field(slash);
    const query = open && queryOf(view.state, open);
    // One word that finds nothing is a question, too.
    const isOpen = choices(view.state) !== null || (query !== null && !/\s/.test(query));
    if (isOpen) view.dispatch({ effects: closeSlash.of(null) });
    return isOpen;
  };
  class Menu {
    #dom: HTMLElement | null = null;
    #index = 0;
    update({ view, state, docChanged }: ViewUpdate) {
      const now = choices(state);
      if (!now) return this.destroy();
      if (!this.#dom) {
        this.#dom = createMenu(view);
        view.dom.append(this.#dom);
      }
      const { index, from } = now.open;
      const shown = now.chosen.map((entry, at) => {
        const option = optionOf(entry, at, index);
        option.addEventListener("click", () => choose(view, now, at));
        return option;
      });
      this.#dom.replaceChildren(...shown);
      placeBeside(view, this.#dom, from, "below");
      if (docChanged || index !== this.#index) bringIntoView(view, this.#dom, index);
      this.#index = index;
    }
    destroy() {
      this.#dom?.remove();
      this.#dom = null;
    }
  }
  return [
    slash,
    ViewPlugin.fromClass(Menu),
    EditorView.contentAttributes.compute([slash, "doc", "selection"], (state): Record<string, string> => {
      const now = choices(state);
      if (!now) return {};
      return {
        "aria-haspopup": "listbox",
        "aria-controls": "slash",
        "aria-activedescendant": idOf(now.open.index),
      };
    }),
    Prec.highest(
      keymap.of([
        { key: "ArrowDown", run: moves(1) },
        { key: "ArrowUp", run: moves(-1) },
        { key: "Enter", run: accept },
        { key: "Tab", run: accept },
        { key: "Escape", run: close },
      ]),
    ),
  ];
}

function createMenu(view: EditorView): HTMLElement {
  const menu = document.createElement("div");
  menu.className = "cm-slash";
  menu.role = "listbox";
  menu.id = "slash";
  menu.ariaLabel = "Insert";
  // The text keeps the focus.
  menu.addEventListener("mousedown", (event) => event.preventDefault());
  // What scrolls must be in the order of Tab.
  menu.tabIndex = 0;
  menu.addEventListener("focus", () => view.focus());
  return menu;
}

/** Scrolls the menu, and nothing around it. */
function bringIntoView(view: EditorView, menu: HTMLElement, index: number): void {
  view.requestMeasure({
    key: bringIntoView,
    read: () => {
      const option = menu.children[index];
      if (!(option instanceof HTMLElement)) return 0;
      const [top, gap] = [option.offsetTop, menu.firstElementChild === option ? option.offsetTop : 0];
      return Math.max(top + option.offsetHeight - menu.clientHeight, Math.min(menu.scrollTop, top - gap));
    },
    write: (top) => {
      menu.scrollTop = top;
    },
  });
}

function optionOf({ name, key }: Entry, index: number, chosen: number): HTMLElement {
  const option = document.createElement("div");
  option.role = "option";
  option.id = idOf(index);
  option.ariaSelected = String(index === chosen);
  option.append(name);
  if (key) {
    const shown = document.createElement("kbd");
    shown.textContent = keyName(key);
    option.append(shown);
  }
  return option;
}
