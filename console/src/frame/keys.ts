import { useLayoutEffect, useRef } from "react";
import { createStore } from "../store.ts";
import { letterKeys } from "./letter-keys.ts";

/** A key, or two one after the other, and what they do. */
export interface Binding {
  /** Such as `?`, `j`, `g p`; `mod+k` is ⌘K or Ctrl K, `mod+alt+m` the same with Alt, `alt+ArrowUp` an arrow with it. */
  keys: string;
  /** This is what they do, for the list of keys. */
  says: string;
  act: (event: KeyboardEvent) => void;
}

/** The keys that do something in the room that is shown. */
export const bindings = createStore<readonly Binding[]>([]);

/** Makes keys do something while the component is shown. None of them fires while one types. */
export function useKey(keys: string, says: string, act: (event: KeyboardEvent) => void): void {
  const latest = useRef(act);
  latest.current = act;
  // A key works as soon as what names it is in sight.
  useLayoutEffect(() => {
    const binding: Binding = { keys, says, act: (event) => latest.current(event) };
    bindings.set([...bindings.get(), binding]);
    return () => bindings.set(bindings.get().filter((one) => one !== binding));
  }, [keys, says]);
}

/** The time, in milliseconds, in which the second key of two has to come. */
const secondWithin = 1000;
let first = { key: "", at: 0 };

/** These take the keys: all that floats, also while it is loaded, but for messages that go by themselves. */
const floating = '[role="dialog"]:not([aria-modal="false"]),[role="menu"],[data-coming]';

/** Something on the page that is being edited: a letter that misses it must not run as a key of the page. */
const edited = "[contenteditable=true],[data-editing]";

/** Runs what the pressed keys are bound to. The last binding wins: a room's before the frame's. */
export function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
  const mod = event.metaKey || event.ctrlKey;
  const isArrow = event.altKey && event.key.startsWith("Arrow");
  // With Alt, a letter's key may type another sign.
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
      target.matches("input:not([type=checkbox]), textarea, select, [role=textbox]"))
  );
}

/** The names of keys that are longer than one letter. */
const arrows: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

/** Returns keys as they are named on this person's keyboard: `⌘K` or `Ctrl K`, `⌥↑` or `Alt ↑`. */
export function keyNames(keys: string): string[] {
  const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);
  return keys.split(" ").map((key) => {
    const [held, name = "", last] = key.split("+");
    if (last) return `${isMac ? "⌘⌥" : "Ctrl Alt "}${last.toUpperCase()}`;
    if (held === "mod") return `${isMac ? "⌘" : "Ctrl "}${name.toUpperCase()}`;
    return held === "alt" ? `${isMac ? "⌥" : "Alt "}${arrows[name]}` : key;
  });
}
