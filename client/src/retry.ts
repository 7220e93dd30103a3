import type { Endpoint } from "@groundplan/contract";

export const tries = 4;

/**
 * Returns true if the same request can be sent again after this answer. A PATCH may have been done although its answer
 * was lost, so it is repeated only after 429, which refuses before anything is done. A 409 with `Retry-After` says that
 * the first try with this `Idempotency-Key` is still running.
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

/**
 * Returns the milliseconds to wait before the next try: the service's `Retry-After`, else up to twice the last wait.
 */
export function waitBefore(attempt: number, firstWait: number, response: Response | null): number {
  const asked = Number(response?.headers.get("retry-after") ?? Number.NaN);
  const jitter = firstWait * 2 ** attempt * (0.5 + Math.random() / 2);
  return Number.isFinite(asked) && asked >= 0 ? asked * 1000 + Math.random() * firstWait : jitter;
}

/** Waits; rejects with the signal's reason when it is aborted. */
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
