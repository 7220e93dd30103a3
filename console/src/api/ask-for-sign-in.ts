import { createStore } from "../base/store.ts";
import { typingRests } from "../base/typing.ts";

export type Reason = "ended" | "recent";

interface Asked {
  reason: Reason;
  done(): void;
  giveUp(): void;
}

/** The sign-in dialog's state; null while closed. */
export const asked = createStore<Asked | null>(null);
let waiting: Promise<void> | null = null;

/**
 * Prompts for a sign-in over the page, so that drafts stay; after an ended session, at a pause in typing.
 * Rejects with `refusal` if the dialog is closed.
 */
export function signInAgain(reason: Reason, refusal: unknown): Promise<void> {
  waiting ??= new Promise<void>((resolve, reject) => {
    const end = (act: () => void) => {
      waiting = null;
      asked.set(null);
      act();
    };
    const ask = () =>
      asked.set({ reason, done: () => end(resolve), giveUp: () => end(() => reject(refusal)) });
    // A background read often detects this.
    if (reason === "ended") void typingRests().then(ask);
    else ask();
  });
  return waiting;
}
