import { freeNumber } from "../../../slug.ts";

const most = 200;

/** Returns a free title `name (2).ext`, `name (3).ext` …, or `name.ext (2)` if it isn't a file name. */
export async function freeTitle(
  title: string,
  isTaken: (title: string) => Promise<boolean>,
  isFileName = true,
): Promise<string> {
  const withNumber = (n: number) => numbered(title, n, isFileName);
  return withNumber(await freeNumber((n) => isTaken(withNumber(n))));
}

/** Returns `name (2).md` for `name.md`, within a title's length. */
export function numbered(title: string, n: number, isFileName = true): string {
  const [ending = ""] = (isFileName && /(?<=.)\.[^.\s]{1,20}$/u.exec(title)) || [];
  const mark = ` (${n})${ending}`;
  const base = [...title.slice(0, title.length - ending.length)];
  return base.slice(0, most - [...mark].length).join("") + mark;
}
