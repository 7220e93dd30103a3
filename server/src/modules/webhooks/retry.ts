const hour = 3600;
const day = 24 * hour;

/** The seconds from one attempt to the next, up to half a day. */
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
/** The last one comes three days after the first attempt. */
const waits = [...rising, 3 * day - rising.reduce((sum, seconds) => sum + seconds, 0)];

/**
 * Returns the seconds to wait after so many attempts that failed, with up to a tenth more, so that receivers which come
 * back are not called by all at once; null after the last one. They follow from the number of attempts alone, so that a
 * clock that jumps takes none away.
 */
export function waitAfter(tries: number, random = Math.random()): number | null {
  const wait = waits[tries - 1];
  return wait === undefined ? null : wait * (1 + random / 10);
}
