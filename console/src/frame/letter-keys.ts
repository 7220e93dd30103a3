import { createStore } from "../store.ts";

const key = "letter-keys";

function isOn(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true; // A browser that keeps nothing has them on.
  }
}

/** This says whether keys without Ctrl or Alt do something. Who dictates, or often hits one, can switch them off (WCAG 2.1.4). */
export const letterKeys = createStore(isOn());

/** Switches them, and keeps the choice in this browser. */
export function switchLetterKeys(on: boolean): void {
  letterKeys.set(on);
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // It holds until the page is left.
  }
}
