import type { Endpoint } from "@groundplan/contract";

export const tries = 4;

/**
 * Tests whether a request can be repeated after this response. A lost PATCH may have succeeded, so only its
 * 429 is retried. A 409 with `Retry-After` means that the first try with this `Idempotency-Key` is still
 * running.
 */
export function repeatable(method: Endpoint["method"], response: Response | null): boolean {
  if (response?.status === 429) return true;
  if (method === "PATCH") return false;
  if (response === null) return true;
  return (
    [502, 503, 504].includes(response.status) ||
    (response.status === 409 && response.headers.has("retry-after"))
  );
}

/** Returns milliseconds until the next try: `Retry-After`, otherwise exponential backoff with jitter. */
export function waitBefore(attempt: number, firstWait: number, response: Response | null): number {
  const asked = Number(response?.headers.get("retry-after") ?? Number.NaN);
  const jitter = firstWait * 2 ** attempt * (0.5 + Math.random() / 2);
  return Number.isFinite(asked) && asked >= 0 ? asked * 1000 + Math.random() * firstWait : jitter;
}

/** Waits; rejects with the signal's reason if aborted. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
