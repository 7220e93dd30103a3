import { ApiError } from "../../../client/src/errors.ts";
import { pause } from "../pause.ts";
import { createStore } from "../store.ts";
import { answersNow } from "./client.ts";

export const isSilent = createStore(false);

/** The first wait in milliseconds, long enough for a service that is restarting. */
const firstWait = 1_000;
const longestWait = 8_000;
let asking: Promise<boolean> | null = null;

/**
 * Waits until the service answers again. Returns false if it answers at once, because then something else
 * blocked the call and may do so again.
 */
export function comesBack(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<boolean> {
  let tries = 0;
  for (; !(await answersNow()); tries++) {
    if (tries > 0) isSilent.set(true);
    // Jitter keeps pages from polling at the same time.
    await pause(Math.min(longestWait, firstWait * 2 ** tries) * (0.5 + Math.random() / 2));
  }
  isSilent.set(false);
  return tries > 0;
}

export const isAway = (error: unknown): boolean => error instanceof Error && error.name === "ConnectionError";

/** Tells whether the service may be down: unreachable, or answering 503. */
export const isUnanswered = (error: unknown): boolean =>
  isAway(error) || (error instanceof ApiError && error.status === 503);
