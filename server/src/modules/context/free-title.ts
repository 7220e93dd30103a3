import { freeNumber } from "../../slug.ts";

/** The most characters of a title. */
const most = 200;

/** Returns a title `name (2).ext`, `name (3).ext` … that is not taken. */
export async function freeTitle(
  title: string,
  isTaken: (title: string) => Promise<boolean>,
): Promise<string> {
  return numbered(title, await freeNumber((n) => isTaken(numbered(title, n))));
}

/** Returns `name (2).md` for `name.md`: a number before the ending, within the limit of a title. */
export function numbered(title: string, n: number): string {
  const ending = /(?<=.)\.[^.\s]{1,20}$/u.exec(title)?.[0] ?? "";
  const mark = ` (${n})${ending}`;
  const base = [...title.slice(0, title.length - ending.length)];
  return base.slice(0, most - [...mark].length).join("") + mark;
}
