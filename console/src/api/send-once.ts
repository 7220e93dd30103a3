import { newKey } from "../../../client/src/new-key.ts";
import { createStore } from "../store.ts";
import { askBeforeLeaving } from "./ask-before-leaving.ts";
import { comesBack, isSilent, isUnanswered } from "./reach.ts";

/** The key that makes a retried POST idempotent. */
export interface Once {
  idempotencyKey: string;
}

/** The number of changes waiting for a connection or for the service. */
export const unsent = createStore(0);

let underWay = 0;
/** The number of those that failed and wait for the service to come back. */
let unanswered = 0;
/** Counts disconnects, so that a call that failed with one is recognized even after reconnecting. */
let losses = 0;
const tell = () => unsent.set(navigator.onLine && !isSilent.get() ? unanswered : underWay);
isSilent.subscribe(tell);
addEventListener("online", tell);
addEventListener("offline", () => {
  losses++;
  tell();
});
askBeforeLeaving(() => unsent.get() > 0);

/**
 * After this many attempts the user gets the change back, because the change itself may crash the service.
 */
const mostTries = 5;

/**
 * Sends a change after `turn`, retrying once the connection or the service is back. Throws any other error.
 */
export async function sendOnce<T>(
  send: (once: Once) => Promise<T>,
  turn: Promise<unknown> = Promise.resolve(),
): Promise<T> {
  const once = { idempotencyKey: newKey() };
  underWay++;
  tell();
  try {
    await turn;
    for (let tries = 1; ; tries++) {
      const before = losses;
      try {
        return await send(once);
      } catch (error) {
        if (!isUnanswered(error) || tries === mostTries) throw error;
        if (!(await wasSilent()) && losses === before) throw error;
      }
    }
  } finally {
    underWay--;
    tell();
  }
}

/** Waits for the service; meanwhile the browser confirms leaving the page. */
async function wasSilent(): Promise<boolean> {
  unanswered++;
  tell();
  try {
    return await comesBack();
  } finally {
    unanswered--;
    tell();
  }
}
