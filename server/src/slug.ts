/** Returns the stem of a slug: the name's Latin letters and digits, or `otherwise`. */
export const slugBase = (name: string, otherwise: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replace(/^-+|-+$/g, "") || otherwise;

/** Returns a free number from 2 on, in few queries: doubles up to a free one, then bisects. */
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
