import { ApiError } from "../../../client/src/errors.ts";
import { pause } from "../base/pause.ts";
import { createStore } from "../base/store.ts";
import { answersNow } from "./client.ts";

export const isSilent = createStore(false);

/** In milliseconds; a restart takes about this long. */
const firstWait = 1_000;
const longestWait = 8_000;
let asking: Promise<boolean> | null = null;

/**
 * Waits until the service is back. Returns false if it answers at once: then something else blocks the call.
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
    // Jitter, so that pages don't poll at once.
    await pause(Math.min(longestWait, firstWait * 2 ** tries) * (0.5 + Math.random() / 2));
  }
  isSilent.set(false);
  return tries > 0;
}

export const isAway = (error: unknown): boolean => error instanceof Error && error.name === "ConnectionError";

/** True if the service is unreachable or answers 503. */
export const isUnanswered = (error: unknown): boolean =>
  isAway(error) || (error instanceof ApiError && error.status === 503);
