import { ApiError } from "../errors.ts";

const windowSeconds = 60;

export type Headers = Record<string, string>;

interface Window {
  taken: number;
  endsAt: number;
}

/**
 * One bucket per key, full again a minute after its first request. Answers carry the two structured fields of the
 * IETF draft on rate limit headers. It counts in this process and waits for nothing: a promise for each request
 * would cost more than the counting (docs/decisions/hot-path.md).
 */
export function createLimiter(name: string, perMinute: number) {
  const windows = new Map<string, Window>(); // in the order in which they end

  const windowOf = (key: string): Window => {
    const now = Date.now();
    const open = windows.get(key);
    if (open && open.endsAt > now) return open;
    windows.delete(key);
    for (const [ended, { endsAt }] of windows) {
      if (endsAt > now) break;
      windows.delete(ended);
    }
    const opened = { taken: 0, endsAt: now + windowSeconds * 1000 };
    windows.set(key, opened);
    return opened;
  };
  const headersOf = ({ taken }: Window, seconds: number): Headers => ({
    "ratelimit-policy": `"${name}";q=${perMinute};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${Math.max(0, perMinute - taken)};t=${seconds}`,
  });

  return {
    /** Takes one; the bucket that has none left answers 429. */
    take(key: string): Headers {
      const window = windowOf(key);
      window.taken++;
      const seconds = secondsLeft(window);
      const headers = headersOf(window, seconds);
      if (window.taken > perMinute) throw limited(headers, seconds);
      return headers;
    },
    /** Whether the bucket has none left, without taking one. */
    requireRest(key: string): void {
      const window = windows.get(key);
      if (!window || window.endsAt <= Date.now() || window.taken < perMinute) return;
      const seconds = secondsLeft(window);
      throw limited(headersOf(window, seconds), seconds);
    },
  };
}

const secondsLeft = ({ endsAt }: Window) => Math.max(1, Math.ceil((endsAt - Date.now()) / 1000));

function limited(headers: Headers, after: number): ApiError {
  const message = `Too many requests. Wait ${after} ${after === 1 ? "second" : "seconds"}, then repeat.`;
  return new ApiError("rate_limited", message, undefined, { ...headers, "retry-after": String(after) });
}
