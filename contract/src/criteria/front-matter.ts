/** Longer front matter counts as text. */
const MOST_FRONT_MATTER = 10_000;

/** Returns the number of front matter lines at the start of a text; 0 if it is never closed. */
export function linesOfFrontMatter(source: string): number {
  const lines = source.slice(0, MOST_FRONT_MATTER).split("\n");
  if (lines[0]?.trimEnd() !== "---") return 0;
  return lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---") + 1;
}
