import { ApiError } from "../../errors.ts";

/** The oldest buckets are evicted beyond this. */
const mostWindows = 100_000;

export type Headers = Record<string, string>;

interface Window {
  taken: number;
  endsAt: number;
}

/**
 * Creates a bucket per key that refills `windowSeconds` after its first request. Answers carry the IETF
 * draft's rate limit headers. Synchronous and per process: a promise per request would cost more than the
 * counting (docs/decisions/hot-path.md).
 */
export function createLimiter(name: string, most: number, windowSeconds = 60) {
  const windows = new Map<string, Window>(); // In the order of their ends.

  const windowOf = (key: string): Window => {
    const now = Date.now();
    const open = windows.get(key);
    if (open && open.endsAt > now) return open;
    windows.delete(key);
    for (const [ended, { endsAt }] of windows) {
      if (endsAt > now) break;
      windows.delete(ended);
    }
    if (windows.size >= mostWindows) windows.delete(windows.keys().next().value ?? key);
    const opened = { taken: 0, endsAt: now + windowSeconds * 1000 };
    windows.set(key, opened);
    return opened;
  };
  const headersOf = ({ taken }: Window, seconds: number): Headers => ({
    "ratelimit-policy": `"${name}";q=${most};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${Math.max(0, most - taken)};t=${seconds}`,
  });

  return {
    /** Takes a token; throws 429 if the bucket is empty. */
    take(key: string): Headers {
      const window = windowOf(key);
      window.taken++;
      const seconds = secondsLeft(window);
      const headers = headersOf(window, seconds);
      if (window.taken > most) throw limited(headers, seconds);
      return headers;
    },
    /** Takes a token; returns false if the bucket is empty. */
    tryTake(key: string): boolean {
      const window = windowOf(key);
      window.taken++;
      return window.taken <= most;
    },
    /** Returns a token that should not have counted. */
    giveBack(key: string): void {
      const window = windows.get(key);
      if (window && window.taken > 0) window.taken--;
    },
    /** Tests whether the bucket is empty, without taking a token. */
    isEmpty(key: string): boolean {
      const window = windows.get(key);
      return window !== undefined && window.endsAt > Date.now() && window.taken >= most;
    },
  };
}

const secondsLeft = ({ endsAt }: Window) => Math.max(1, Math.ceil((endsAt - Date.now()) / 1000));

function limited(headers: Headers, after: number): ApiError {
  const message = `Too many requests. Wait ${after} ${after === 1 ? "second" : "seconds"}, then repeat.`;
  return new ApiError("rate_limited", message, undefined, { ...headers, "retry-after": String(after) });
}
