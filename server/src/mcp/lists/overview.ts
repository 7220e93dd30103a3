import { badCursor } from "../answer.ts";
import type { Caller } from "../caller.ts";
import { type Asked, type Lines, ofPage } from "./asked.ts";
import { next, plans, projects } from "./by-kind.ts";

const lists = {
  projects: { title: null, read: projects },
  plans: { title: "Open plans:", read: plans },
  next: { title: "Next, and held:", read: next },
} as const;
type Part = keyof typeof lists;

/** Lists projects, open plans, and what can be built. The cursor names the list to go on with, and the page in it. */
export async function overview(
  caller: Caller,
  { project }: Asked,
  cursor: string | undefined,
): Promise<Lines> {
  const parts: readonly Part[] = project === undefined ? ["projects", "plans", "next"] : ["plans", "next"];
  const [, begun, page] = /^(\w+)\/(.*)$/.exec(cursor ?? "") ?? [];
  if (cursor !== undefined && !parts.includes(begun as Part)) throw badCursor();
  const lines: string[] = [];
  let index = Math.max(0, parts.indexOf(begun as Part));
  let from = page === "" ? undefined : page;
  for (let part = parts[index]; part; part = parts[index]) {
    if (lines.length >= Number(ofPage)) return { lines, nextCursor: `${part}/${from ?? ""}` };
    const { title, read } = lists[part];
    const found = await read(caller, { project }, from);
    if (from === undefined && title !== null && found.lines.length > 0) lines.push(title);
    lines.push(...(title === null ? found.lines : found.lines.map((line) => `- ${line}`)));
    from = found.nextCursor;
    if (from === undefined) index++;
  }
  return { lines };
}
