import { newKey } from "../../../client/src/new-key.ts";
import { createStore } from "../base/store.ts";
import { askBeforeLeaving } from "./ask-before-leaving.ts";
import { comesBack, isSilent, isUnanswered } from "./availability.ts";

/** The key that makes a retried POST idempotent. */
export interface Once {
  idempotencyKey: string;
}

/** The number of changes waiting to be sent. */
export const unsent = createStore(0);

let underWay = 0;
/** Those of them that wait for the service to come back. */
let unanswered = 0;
/** Counts disconnects, to recognize a call that failed with one after reconnecting. */
let losses = 0;
const updateUnsent = () => unsent.set(navigator.onLine && !isSilent.get() ? unanswered : underWay);
isSilent.subscribe(updateUnsent);
addEventListener("online", updateUnsent);
addEventListener("offline", () => {
  losses++;
  updateUnsent();
});
askBeforeLeaving(() => unsent.get() > 0);

/** After this many attempts the change is given back, since it may itself crash the service. */
const mostTries = 5;

/** Sends a change after `turn`, and again once the connection or service is back. Throws other errors. */
export async function sendOnce<T>(
  send: (once: Once) => Promise<T>,
  turn: Promise<unknown> = Promise.resolve(),
): Promise<T> {
  const once = { idempotencyKey: newKey() };
  underWay++;
  updateUnsent();
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
    updateUnsent();
  }
}

async function wasSilent(): Promise<boolean> {
  unanswered++;
  updateUnsent();
  try {
    return await comesBack();
  } finally {
    unanswered--;
    updateUnsent();
  }
}
