import { createStore } from "../../base/store.ts";

const key = "raw-text";

function isKept(): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false; // Rendered without storage.
  }
}

/** Whether texts are edited as they are written, which this browser remembers. */
export const rawText = createStore(isKept());

export function toggleRawText(): void {
  const isRaw = !rawText.get();
  rawText.set(isRaw);
  try {
    if (isRaw) localStorage.setItem(key, "on");
    else localStorage.removeItem(key);
  } catch {
    // Without storage it lasts until the page is left.
  }
}
