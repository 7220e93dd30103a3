import { unavailable } from "../serialized-error.ts";

/**
 * Returns a function that runs at most `most` tasks at once, the rest queued in FIFO order. Throws 503 if
 * `mostWaiting` are queued.
 */
export function concurrencyLimit(most: number, mostWaiting = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    else if (waiting.length >= mostWaiting) throw unavailable("too many wait already");
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
