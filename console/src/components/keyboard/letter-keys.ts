import { createStore } from "../../base/store.ts";

const key = "letter-keys";

function isOn(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true; // On by default without storage.
  }
}

/** Whether single-key shortcuts fire. Users of speech input can switch them off (WCAG 2.1.4). */
export const letterKeys = createStore(isOn());

export function switchLetterKeys(on: boolean): void {
  letterKeys.set(on);
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // Without storage it lasts until the page is left.
  }
}
