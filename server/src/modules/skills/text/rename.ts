import { splitFrontMatter } from "./front-matter.ts";
import { placeOfValue } from "./read-yaml.ts";

/** The longest name of a skill. */
const longest = 64;

/** Returns the name with a number behind it, and its end cut off where it would be too long. */
export function numbered(name: string, n: number): string {
  const mark = `-${n}`;
  return name.slice(0, longest - mark.length).replace(/-+$/, "") + mark;
}

/** Returns a `SKILL.md` that was read with another `name`, and else word for word. */
export function renamed(markdown: string, name: string): string {
  const yaml = splitFrontMatter(markdown)?.yaml ?? "";
  const at = placeOfValue(yaml, "name");
  if (!at) throw new Error("a skill that was read has no name");
  const value = yaml.slice(...at);
  // A block ends with its line. To other tools, a plain scalar of digits may be a number or a date.
  const end = /\r?\n$/.exec(value)?.[0] ?? "";
  const quote = /^["']/.exec(value)?.[0] ?? (/^\d/.test(name) ? '"' : "");
  const from = markdown.indexOf("\n") + 1;
  return markdown.slice(0, from + at[0]) + quote + name + quote + end + markdown.slice(from + at[1]);
}
