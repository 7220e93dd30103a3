/** The most characters of a title. */
const most = 200;

/**
 * Returns a title `name (2).ext`, `name (3).ext` … that is not taken: the first one, unless numbers are missing in between.
 * It asks only a few times, however many are taken: doubles the number up to a free title, then halves the gap.
 */
export async function freeTitle(
  title: string,
  isTaken: (title: string) => Promise<boolean>,
): Promise<string> {
  let [taken, free] = [1, 2];
  while (await isTaken(numbered(title, free))) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const between = Math.floor((taken + free) / 2);
    if (await isTaken(numbered(title, between))) taken = between;
    else free = between;
  }
  return numbered(title, free);
}

/** Returns `name (2).md` for `name.md`: a number before the ending, within the limit of a title. */
export function numbered(title: string, n: number): string {
  const ending = /(?<=.)\.[^.\s]{1,20}$/u.exec(title)?.[0] ?? "";
  const mark = ` (${n})${ending}`;
  const base = [...title.slice(0, title.length - ending.length)];
  return base.slice(0, most - [...mark].length).join("") + mark;
}
