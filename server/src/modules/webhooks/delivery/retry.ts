const hour = 3600;
const day = 24 * hour;

/** Seconds between attempts, up to half a day. */
const rising = [
  3,
  20,
  60,
  300,
  900,
  1800,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  ...Array<number>(4).fill(12 * hour),
];
/** Three days after the first attempt. */
const waits = [...rising, 3 * day - rising.reduce((sum, seconds) => sum + seconds, 0)];

/**
 * Returns the delay in seconds after failed attempts, with 10 % jitter; null after the last. Depends only on
 * the count, so that clock jumps lose no attempt.
 */
export function waitAfter(tries: number, random = Math.random()): number | null {
  const wait = waits[tries - 1];
  return wait === undefined ? null : wait * (1 + random / 10);
}
