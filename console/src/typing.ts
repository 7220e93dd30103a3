import { pause } from "./pause.ts";

/** The milliseconds without a letter after which typing rests. */
const rest = 1_000;
let typedAt = Number.NEGATIVE_INFINITY;

/** Notes from now on when somebody types. A box that is ticked, or Enter in a form's line, is no typing. */
export function watchTyping(): void {
  addEventListener("input", (event) => event instanceof InputEvent && note(), true);
  // An editor takes many keys itself, which are no input then.
  addEventListener("keydown", ({ target }) => isOfLines(target) && note(), true);
}

const note = () => {
  typedAt = performance.now();
};

const isOfLines = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLTextAreaElement);

/** Resolves once typing rests, so that nothing takes the focus, and with it letters, from somebody who types. */
export async function typingRests(): Promise<void> {
  for (;;) {
    const left = typedAt + rest - performance.now();
    if (left <= 0) return;
    await pause(left);
  }
}
