import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { type Command, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { commands, type TextCommand } from "../commands/commands.ts";
import { runs } from "../commands/edit.ts";
import { placeBeside } from "./float.ts";
import { keyName } from "./key-name.ts";
import { moveWithin } from "./roving.ts";

/** The bar's buttons with their faces. */
const buttons: readonly (readonly [TextCommand, string])[] = [
  [commands.bold, "B"],
  [commands.italic, "I"],
  [commands.struck, "S"],
  [commands.code, "<>"],
  [commands.link, "Link"],
  [commands.heading2, "H2"],
  [commands.heading3, "H3"],
  [commands.bullets, "•"],
  [commands.numbers, "1."],
  [commands.tasks, "☐"],
  [commands.quote, "❝"],
];

const ask = StateEffect.define<boolean>();
const press = StateEffect.define<boolean>();

interface BarState {
  /** By its key, also without a selection. */
  isAsked: boolean;
  /** While the mouse or a finger selects. */
  isPressed: boolean;
}

const bar = StateField.define<BarState>({
  create: () => ({ isAsked: false, isPressed: false }),
  update(shown, { state, selection, effects }) {
    let { isAsked, isPressed } = shown;
    if (selection && state.selection.main.empty) isAsked = false;
    for (const effect of effects) {
      if (effect.is(ask)) isAsked = effect.value;
      if (effect.is(press)) isPressed = effect.value;
    }
    return isAsked === shown.isAsked && isPressed === shown.isPressed ? shown : { isAsked, isPressed };
  },
});

/** Returns the place of the bar, or null while it is away. */
function placeOf(state: EditorState): number | null {
  const { isAsked, isPressed } = state.field(bar);
  const { main } = state.selection;
  if (isPressed || (main.empty && !isAsked)) return null;
  return isAsked ? main.head : main.from;
}

class BarPlugin {
  #bar: { dom: HTMLElement; tell: (state: EditorState) => void } | null = null;
  update({ view, state, startState, docChanged, geometryChanged }: ViewUpdate) {
    const place = placeOf(state);
    if (place === null) return this.destroy();
    const isSame = !docChanged && !geometryChanged && state.selection.eq(startState.selection);
    if (this.#bar && isSame && placeOf(startState) === place) return;
    if (!this.#bar) {
      this.#bar = createBar(view);
      view.dom.append(this.#bar.dom);
    }
    this.#bar.tell(state);
    placeBeside(view, this.#bar.dom, place, "above");
  }
  destroy() {
    this.#bar?.dom.remove();
    this.#bar = null;
  }
}

function createBar(view: EditorView) {
  const dom = document.createElement("div");
  dom.className = "cm-bar";
  dom.role = "toolbar";
  dom.ariaLabel = "Formatting";
  const shown = buttons.map(([command, face], index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.face = face;
    button.ariaLabel = command.name;
    button.title = command.key ? `${command.name} (${keyName(command.key)})` : command.name;
    button.tabIndex = index === 0 ? 0 : -1;
    button.addEventListener("click", () => runs(command.edit)(view));
    return button;
  });
  dom.append(...shown);
  // The text keeps its selection and focus.
  dom.addEventListener("mousedown", (event) => event.preventDefault());
  dom.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || event.key === "Tab") {
      view.dispatch({ effects: ask.of(false) });
      view.focus();
    } else if (!moveWithin(shown, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  const tell = (state: EditorState) => {
    for (const [index, [{ isOn }]] of buttons.entries()) {
      const button = shown[index];
      if (button && isOn) button.ariaPressed = String(isOn(state));
    }
  };
  return { dom, tell };
}

/** Moves the focus to the bar. */
export const enterBar: Command = (view) => {
  view.dispatch({ effects: ask.of(true) });
  view.dom.querySelector<HTMLElement>('.cm-bar [tabindex="0"]')?.focus({ preventScroll: true });
  return true;
};

export const selectionBar: Extension = [
  bar,
  ViewPlugin.fromClass(BarPlugin),
  EditorView.domEventHandlers({
    // After a touch, a browser's `mousedown` comes behind `pointerup`.
    pointerdown: (event, view) => {
      if (event.button !== 0) return;
      view.dispatch({ effects: press.of(true) });
      const end = new AbortController();
      const release = () => {
        end.abort();
        view.dispatch({ effects: press.of(false) });
      };
      for (const name of ["pointerup", "pointercancel"])
        addEventListener(name, release, { signal: end.signal, capture: true });
    },
  }),
];
