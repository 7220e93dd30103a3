import { pause } from "./pause.ts";

/** In milliseconds. */
const rest = 1_000;
let typedAt = Number.NEGATIVE_INFINITY;

/** Checkboxes and Enter in a single-line field don't count as typing. */
export function watchTyping(): void {
  addEventListener("input", (event) => event instanceof InputEvent && note(), true);
  // Editors handle many keys without an input event.
  addEventListener("keydown", ({ target }) => isOfLines(target) && note(), true);
}

const note = () => {
  typedAt = performance.now();
};

const isOfLines = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLTextAreaElement);

/** Resolves at a pause in typing, so that nothing steals the focus and letters. */
export async function typingRests(): Promise<void> {
  for (;;) {
    const left = typedAt + rest - performance.now();
    if (left <= 0) return;
    await pause(left);
  }
}
