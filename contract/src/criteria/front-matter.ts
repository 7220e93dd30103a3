/** Longer front matter is text. */
const MOST_FRONT_MATTER = 10_000;

/** Returns the lines of the front matter that a text begins with, as Backlog.md and others write it; 0 if none closes. */
export function linesOfFrontMatter(source: string): number {
  const lines = source.slice(0, MOST_FRONT_MATTER).split("\n");
  if (lines[0]?.trimEnd() !== "---") return 0;
  return lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---") + 1;
}
