const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^( {0,3})(#{1,6})(?=[ \t]|$)/;

/** Moves headings of a text down, so that none is above `highest`; the deepest stay at level 6. */
export function headingsBelow(markdown: string, highest: number): string {
  const lines = markdown.split("\n");
  const levels = linesOutsideFences(lines).flatMap(
    (index) => HEADING.exec(lines[index] ?? "")?.[2]?.length ?? [],
  );
  const by = Math.max(0, highest - Math.min(...levels, 6));
  if (by === 0) return markdown;
  for (const index of linesOutsideFences(lines))
    lines[index] = (lines[index] ?? "").replace(
      HEADING,
      (_, indent: string, marks: string) => `${indent}${"#".repeat(Math.min(6, marks.length + by))}`,
    );
  return lines.join("\n");
}

function linesOutsideFences(lines: readonly string[]): number[] {
  const outside: number[] = [];
  let fence = "";
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1] ?? "";
    if (fence === "") {
      if (mark === "") outside.push(index);
      else fence = mark;
    } else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
  }
  return outside;
}
