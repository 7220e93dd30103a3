import { ApiError } from "../../../client/src/errors.ts";
import { pause } from "../pause.ts";
import { createStore } from "../store.ts";
import { answersNow } from "./client.ts";

/** True while the service is known not to answer. */
export const isSilent = createStore(false);

/** The milliseconds after which it is asked again; a service that only starts anew answers by then. */
const firstWait = 1_000;
const longestWait = 8_000;
let asking: Promise<boolean> | null = null;

/**
 * Waits until the service answers, after a call that it did not answer. Returns false where it answers at once: something
 * else was in that call's way, and may be again.
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
    // Not all pages ask at once.
    await pause(Math.min(longestWait, firstWait * 2 ** tries) * (0.5 + Math.random() / 2));
  }
  isSilent.set(false);
  return tries > 0;
}

/** Tells whether the service could not be reached. */
export const isAway = (error: unknown): boolean => error instanceof Error && error.name === "ConnectionError";

/** Tells whether the service may be silent: it could not be reached, or said that it can't answer now. */
export const isUnanswered = (error: unknown): boolean =>
  isAway(error) || (error instanceof ApiError && error.status === 503);
