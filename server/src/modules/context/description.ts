import { sliceCharacters } from "./texts.ts";

/** The most characters of a description that is taken from a text. */
const most = 200;

/** Returns what a text begins with, as one line: its first heading and its first sentence; null where it has no words. */
export function descriptionOf(beginning: string): string | null {
  const lines = beginning.slice(0, 20_000).split("\n", 400).map(plain);
  const first = lines.findIndex((line) => line !== "");
  if (first < 0) return null;
  const heading = /^\s{0,3}#/.test(beginning.split("\n", first + 1)[first] ?? "");
  const next = heading ? lines.slice(first + 1).find((line) => line !== "") : undefined;
  const whole = next === undefined ? (lines[first] ?? "") : `${lines[first]}: ${next}`;
  const cut = sliceCharacters(whole, 0, most);
  return cut.length < whole.length ? `${sliceCharacters(whole, 0, most - 1).trimEnd()}…` : whole;
}

/** Returns the words of a line of markdown: no marks of headings, lists, quotes, emphasis or tables. */
const plain = (line: string): string =>
  line
    .slice(0, 2000)
    .replace(/^[\s>#*+|-]+/, "")
    .replace(/[*_`|]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
