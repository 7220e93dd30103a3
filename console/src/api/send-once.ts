import { newKey } from "../../../client/src/new-key.ts";
import { createStore } from "../store.ts";
import { askBeforeLeaving } from "./ask-before-leaving.ts";
import { comesBack, isSilent, isUnanswered } from "./reach.ts";

/** The key by which a POST that is sent again is still made once. */
export interface Once {
  idempotencyKey: string;
}

/** The number of changes that wait for a connection, or for the service to answer. */
export const unsent = createStore(0);

let underWay = 0;
/** So many of them were not answered, and wait until the service is known to answer. */
let unanswered = 0;
/** Counts how often the connection went, so that a call which failed with it is known though it is back already. */
let losses = 0;
const tell = () => unsent.set(navigator.onLine && !isSilent.get() ? unanswered : underWay);
isSilent.subscribe(tell);
addEventListener("online", tell);
addEventListener("offline", () => {
  losses++;
  tell();
});
askBeforeLeaving(() => unsent.get() > 0);

/** A change that is not answered so often is given back to the person: it may be what makes the service fail. */
const mostTries = 5;

/**
 * Sends a change once its turn has come; where there is no connection, or the service does not answer, again once it does.
 * Throws what else stands in its way.
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

/** Waits until the service answers, with a change that the browser asks about before the page goes. */
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
