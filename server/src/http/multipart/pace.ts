import type { IncomingMessage } from "node:http";

/** The times of an upload, in milliseconds. */
export interface UploadTimes {
  /** The time in which it has to arrive whole. */
  whole: number;
  /** The time for which it may bring nothing; what arrives earns it back. */
  stall: number;
}

/** The least bytes of a second, on average. */
const leastBytes = 10 * 1024;

/**
 * Watches how fast a body arrives, and calls `onSlow` once: where less than 10 KB a second come for long, or where the whole
 * takes too long. The time in which the service itself doesn't read on is nobody's fault. Returns what ends the watch.
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
