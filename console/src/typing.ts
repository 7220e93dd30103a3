/** The milliseconds without a letter after which typing rests. */
const rest = 1_000;
let typedAt = Number.NEGATIVE_INFINITY;

/** Notes from now on when somebody types. A box that is ticked is no typing. */
export function watchTyping(): void {
  const note = (event: Event) => {
    if (event instanceof InputEvent) typedAt = performance.now();
  };
  addEventListener("input", note, true);
}

/** Resolves once typing rests, so that nothing takes the focus, and with it letters, from somebody who types. */
export async function typingRests(): Promise<void> {
  for (;;) {
    const left = typedAt + rest - performance.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}
