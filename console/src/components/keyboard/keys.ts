import { useLayoutEffect, useRef } from "react";
import { createStore } from "../../base/store.ts";
import { letterKeys } from "./letter-keys.ts";

/** A shortcut of one key or two in sequence. */
export interface Binding {
  /** For example `?`, `j`, `g p`, `mod+k` (⌘K or Ctrl K), `mod+alt+m`, `alt+ArrowUp`. */
  keys: string;
  /** The description in the key help. */
  says: string;
  act: (event: KeyboardEvent) => void;
}

export const bindings = createStore<readonly Binding[]>([]);

/** Binds a shortcut while mounted; it doesn't fire while the user types. */
export function useKey(keys: string, says: string, act: (event: KeyboardEvent) => void): void {
  const latest = useRef(act);
  latest.current = act;
  // Works as soon as its label is visible.
  useLayoutEffect(() => {
    const binding: Binding = { keys, says, act: (event) => latest.current(event) };
    bindings.set([...bindings.get(), binding]);
    return () => bindings.set(bindings.get().filter((one) => one !== binding));
  }, [keys, says]);
}

/** In milliseconds. */
const secondWithin = 1000;
let first = { key: "", at: 0 };

/** Overlays that capture keys, even while loading; not toasts. */
const floating = '[role="dialog"]:not([aria-modal="false"]),[role="menu"],[data-coming]';

/** A letter that misses an open editor must not fire a shortcut. */
const edited = "[contenteditable=true],[data-editing]";

/** The last binding wins: a page's before the shell's. */
export function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
  const mod = event.metaKey || event.ctrlKey;
  const isArrow = event.altKey && event.key.startsWith("Arrow");
  // Alt may change the typed character.
  const letter = mod && event.altKey ? /^Key([A-Z])$/.exec(event.code)?.[1] : undefined;
  if (!isArrow && !letter && (event.altKey || event.key.length !== 1)) return;
  if (!mod && !isArrow && (!letterKeys.get() || document.querySelector(edited))) return;
  if (document.querySelector(floating)) return;
  const key = letter
    ? `mod+alt+${letter.toLowerCase()}`
    : isArrow
      ? `alt+${event.key}`
      : mod
        ? `mod+${event.key.toLowerCase()}`
        : event.key;
  const isSecond = !mod && Date.now() - first.at < secondWithin;
  const both = `${first.key} ${key}`;
  const find = (keys: string) => bindings.get().findLast((one) => one.keys === keys);
  const binding = (isSecond ? find(both) : undefined) ?? find(key);
  first = { key, at: binding ? 0 : Date.now() };
  if (!binding) return;
  event.preventDefault();
  binding.act(event);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox]"))
  );
}

const arrows: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

/** Names keys for this platform: `⌘K` or `Ctrl K`, `⌥↑` or `Alt ↑`, `⌘⇧8` or `Ctrl Shift 8`. */
export function keyNames(keys: string): string[] {
  const names: Record<string, string> = /Mac|iP(hone|ad)/.test(navigator.userAgent)
    ? { mod: "⌘", alt: "⌥", shift: "⇧" }
    : { mod: "Ctrl ", alt: "Alt ", shift: "Shift " };
  const nameOf = (part: string) =>
    names[part] ?? arrows[part] ?? part.charAt(0).toUpperCase() + part.slice(1);
  return keys.split(" ").map((key) => (key.includes("+") ? key.split("+").map(nameOf).join("") : key));
}
