import { bindings, keyNames } from "../../components/keyboard/keys.ts";
import type { PaletteAct } from "./palette-entry.ts";

/** The page's buttons. Menus list their entries, forms and rows have buttons of their own. */
const buttonsOfPage =
  "#main button:not(:disabled, [aria-haspopup=menu], form *, li *, [data-item] *, [role=dialog] *, [type=submit])";

/** Keys of the shell that the palette itself replaces. */
const own = new Set(["mod+k", "/"]);

/**
 * Returns what the page's keys and buttons do, for the row in focus where they act on one. Read
 * before the palette takes the focus.
 */
export function actsOfPage(onClose: () => void): PaletteAct[] {
  const focused = document.activeElement;
  // Once the palette has given the focus back.
  const afterClosing = (act: () => void) => () => {
    onClose();
    setTimeout(act, 50);
  };
  const inPlace = (act: () => void) =>
    afterClosing(() => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
      act();
    });
  const byKeys = new Map(bindings.get().map((binding) => [binding.keys, binding]));
  const keys = [...byKeys.values()]
    .filter((binding) => !own.has(binding.keys))
    .map(({ keys, says, act }) => ({
      name: says,
      kind: keyNames(keys).join(" "),
      run: inPlace(() => act(new KeyboardEvent("keydown"))),
    }));
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(buttonsOfPage)]
    .filter((button) => button.checkVisibility())
    .map((button) => ({
      name: button.getAttribute("aria-label") ?? withoutKey(button),
      kind: "",
      run: afterClosing(() => button.click()),
    }));
  // What has a key is listed with it, and a name once: of several buttons the first.
  const named = new Set(["", ...keys.map(({ name }) => name.toLowerCase())]);
  const others = buttons.filter(({ name }) => {
    const isNew = !named.has(name.toLowerCase());
    named.add(name.toLowerCase());
    return isNew;
  });
  return [...others, ...keys];
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
