import { ApiError } from "../errors.ts";

/** The most buckets that are kept; the oldest makes room. */
const mostWindows = 100_000;

export type Headers = Record<string, string>;

interface Window {
  taken: number;
  endsAt: number;
}

/**
 * Creates one bucket per key, which is full again a minute (or so many seconds) after its first request. Answers carry the two structured
 * fields of the IETF draft on rate limit headers. It counts in this process and waits for nothing: a promise for each
 * request would cost more than the counting (docs/decisions/hot-path.md).
 */
export function createLimiter(name: string, most: number, windowSeconds = 60) {
  const windows = new Map<string, Window>(); // They lie in the order in which they end.

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
    /** Takes one from the bucket; throws 429 if it is empty. */
    take(key: string): Headers {
      const window = windowOf(key);
      window.taken++;
      const seconds = secondsLeft(window);
      const headers = headersOf(window, seconds);
      if (window.taken > most) throw limited(headers, seconds);
      return headers;
    },
    /** Takes one from the bucket; returns false if it is empty. */
    tryTake(key: string): boolean {
      const window = windowOf(key);
      window.taken++;
      return window.taken <= most;
    },
    /** Takes one back that should not have counted. */
    giveBack(key: string): void {
      const window = windows.get(key);
      if (window && window.taken > 0) window.taken--;
    },
    /** Returns true where the bucket has none left. It takes none. */
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
