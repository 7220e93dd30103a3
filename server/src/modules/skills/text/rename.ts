import { splitFrontMatter } from "./front-matter.ts";
import { rangeOfValue } from "./read-yaml.ts";

const longest = 64;

/** Appends a number, shortening the name if necessary. */
export function numbered(name: string, n: number): string {
  const mark = `-${n}`;
  return name.slice(0, longest - mark.length).replace(/-+$/, "") + mark;
}

/** Returns the range of `name`'s value in a valid `SKILL.md`. */
export function rangeOfName(markdown: string): [number, number] {
  const at = rangeOfValue(splitFrontMatter(markdown)?.yaml ?? "", "name");
  if (!at) throw new Error("a skill that was read has no name");
  const from = markdown.indexOf("\n") + 1;
  return [from + at[0], from + at[1]];
}

/** Replaces the `name` at a range and nothing else. */
export function renamed(markdown: string, [from, to]: readonly [number, number], name: string): string {
  const value = markdown.slice(from, to);
  // A block scalar ends with its line. Other tools may read a plain scalar of digits as a number or date.
  const end = /\r?\n$/.exec(value)?.[0] ?? "";
  const quote = /^["']/.exec(value)?.[0] ?? (/^\d/.test(name) ? '"' : "");
  return markdown.slice(0, from) + quote + name + quote + end + markdown.slice(to);
}
