import { bindings, keyNames } from "../../components/keyboard/keys.ts";
import type { PaletteAct } from "./palette-entry.ts";

/** Keys of the shell that the palette itself replaces. */
const own = new Set(["mod+k", "/"]);

/**
 * Returns what the page's keys and the buttons of its head do, for the row in focus where they act on one. Read
 * before the palette takes the focus.
 */
export function actsOfPage(): PaletteAct[] {
  const focused = document.activeElement;
  const inPlace = (act: () => void) => () => {
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    act();
  };
  const byKeys = new Map(bindings.get().map((binding) => [binding.keys, binding]));
  const keys = [...byKeys.values()]
    .filter((binding) => !own.has(binding.keys))
    .map(({ keys, says, act }) => ({
      name: says,
      kind: keyNames(keys).join(" "),
      run: inPlace(() => act(new KeyboardEvent("keydown"))),
    }));
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("#main header button:not(:disabled)")]
    .filter((button) => button.checkVisibility())
    .map((button) => ({
      name: button.getAttribute("aria-label") ?? withoutKey(button),
      kind: "",
      run: () => button.click(),
    }));
  const named = new Set(keys.map(({ name }) => name.toLowerCase()));
  return [...buttons.filter(({ name }) => name !== "" && !named.has(name.toLowerCase())), ...keys];
}

/** Returns a button's text without the key shown in it. */
function withoutKey(button: HTMLElement): string {
  const texts = [...button.childNodes].filter((node) => !(node instanceof Element && node.matches("kbd")));
  return texts
    .map((node) => node.textContent)
    .join("")
    .replace("▾", "")
    .trim();
}
