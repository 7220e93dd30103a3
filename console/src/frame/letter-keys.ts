import { createStore } from "../store.ts";

const key = "letter-keys";

function isOn(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true; // On by default if the browser denies storage.
  }
}

/** Whether single-key shortcuts are active. Users of speech input can turn them off (WCAG 2.1.4). */
export const letterKeys = createStore(isOn());

/** Switches single-key shortcuts and stores the choice in this browser. */
export function switchLetterKeys(on: boolean): void {
  letterKeys.set(on);
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
