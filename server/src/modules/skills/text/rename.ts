import { splitFrontMatter } from "./front-matter.ts";
import { placeOfValue } from "./read-yaml.ts";

/** The longest name of a skill. */
const longest = 64;

/** Returns the name with a number behind it, and its end cut off where it would be too long. */
export function numbered(name: string, n: number): string {
  const mark = `-${n}`;
  return name.slice(0, longest - mark.length).replace(/-+$/, "") + mark;
}

/** Returns where the value of `name` begins and ends in a `SKILL.md` that was read. */
export function placeOfName(markdown: string): [number, number] {
  const at = placeOfValue(splitFrontMatter(markdown)?.yaml ?? "", "name");
  if (!at) throw new Error("a skill that was read has no name");
  const from = markdown.indexOf("\n") + 1;
  return [from + at[0], from + at[1]];
}

/** Returns a `SKILL.md` with another `name` in that place, and else word for word. */
export function renamed(markdown: string, [from, to]: readonly [number, number], name: string): string {
  const value = markdown.slice(from, to);
  // A block ends with its line. To other tools, a plain scalar of digits may be a number or a date.
  const end = /\r?\n$/.exec(value)?.[0] ?? "";
  const quote = /^["']/.exec(value)?.[0] ?? (/^\d/.test(name) ? '"' : "");
  return markdown.slice(0, from) + quote + name + quote + end + markdown.slice(to);
}
