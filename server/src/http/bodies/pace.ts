import type { IncomingMessage } from "node:http";

/** Timeouts of an upload in milliseconds. */
export interface UploadTimes {
  /** For the whole upload. */
  whole: number;
  /** For silence; progress earns it back. */
  stall: number;
}

/** Minimum average bytes per second. */
const leastBytes = 10 * 1024;

/**
 * Calls `onSlow` once if a body arrives below the minimum rate for long, or takes too long overall. Our own
 * backpressure doesn't count. Returns a function that stops watching.
 */
export function watchPace(
  request: IncomingMessage,
  { whole, stall }: UploadTimes,
  onSlow: () => void,
): () => void {
  const look = Math.max(10, stall / 30);
  let [left, bytes, before] = [stall, 0, performance.now()];
  const endsAt = before + whole;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const earned = (bytes / leastBytes) * 1000;
    const waited = request.isPaused() ? 0 : now - before;
    left = Math.min(stall, left + earned - waited);
    [bytes, before] = [0, now];
    if (left > 0 && now < endsAt) return;
    end();
    onSlow();
  }, look).unref();
  const end = () => {
    clearInterval(timer);
    request.off("data", count);
  };
  request.on("data", count);
  return end;
}
