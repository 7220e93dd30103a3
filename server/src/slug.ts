/** Returns the beginning of a slug that is made from a name: its Latin letters and digits, or else the given word. */
export const slugBase = (name: string, otherwise: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replace(/^-+|-+$/g, "") || otherwise;

/**
 * Returns a number from 2 on whose name is free: the first one, unless numbers are missing in between. It asks only a few
 * times, however many are taken: doubles the number up to a free one, then halves the gap.
 */
export async function freeNumber(isTaken: (n: number) => Promise<boolean>): Promise<number> {
  let [taken, free] = [1, 2];
  while (await isTaken(free)) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const between = Math.floor((taken + free) / 2);
    if (await isTaken(between)) taken = between;
    else free = between;
  }
  return free;
}
