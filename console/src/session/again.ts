import { createStore } from "../store.ts";
import { typingRests } from "../typing.ts";

/** This says why a person is asked to sign in again: the session has ended, or an act wants a recent sign-in. */
export type Reason = "ended" | "recent";

interface Asked {
  reason: Reason;
  done(): void;
  giveUp(): void;
}

/** This is what the dialog that asks for a sign-in shows; null where nothing is asked. */
export const asked = createStore<Asked | null>(null);
let waiting: Promise<void> | null = null;

/**
 * Asks the person to sign in again, over the room that they are in, so that what was typed stays; where a session has
 * ended, once typing rests. Resolves once they have; rejects with `refusal`, which asked for it, when they close the
 * dialog.
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
    // A session's end is often met by a read that nobody asked for.
    if (reason === "ended") void typingRests().then(ask);
    else ask();
  });
  return waiting;
}
