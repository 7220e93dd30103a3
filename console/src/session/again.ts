import { createStore } from "../store.ts";
import { typingRests } from "../typing.ts";

/** The reason for asking again: the session has ended, or an action needs a recent sign-in. */
export type Reason = "ended" | "recent";

interface Asked {
  reason: Reason;
  done(): void;
  giveUp(): void;
}

/** The state of the sign-in dialog; null while it is closed. */
export const asked = createStore<Asked | null>(null);
let waiting: Promise<void> | null = null;

/**
 * Prompts for a sign-in over the current page, so that drafts stay. Waits for a pause in typing if the
 * session has ended. Resolves after the sign-in; rejects with `refusal` if the dialog is closed.
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
    // An ended session is often detected by a background read.
    if (reason === "ended") void typingRests().then(ask);
    else ask();
  });
  return waiting;
}
