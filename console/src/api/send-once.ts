import { newKey } from "../../../client/src/new-key.ts";
import { createStore } from "../store.ts";

/** The key by which a POST that is sent again is still made once. */
export interface Once {
  idempotencyKey: string;
}

/** The number of changes that wait for a connection. */
export const unsent = createStore(0);

let underWay = 0;
/** Counts how often the connection went, so that a call which failed with it is known though it is back already. */
let losses = 0;
const tell = () => unsent.set(navigator.onLine ? 0 : underWay);
addEventListener("online", tell);
addEventListener("offline", () => {
  losses++;
  tell();
});
addEventListener("beforeunload", (event) => {
  if (unsent.get() > 0) event.preventDefault();
});

/**
 * Sends a change once its turn has come; where the browser has no connection, again once it has one. Throws what else stands
 * in its way.
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
    while (true) {
      const before = losses;
      try {
        return await send(once);
      } catch (error) {
        if (!isAway(error) || (navigator.onLine && losses === before)) throw error;
      }
      await untilOnline();
    }
  } finally {
    underWay--;
    tell();
  }
}

async function untilOnline(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
}

/** Tells whether the service could not be reached. */
export const isAway = (error: unknown): boolean => error instanceof Error && error.name === "ConnectionError";
