import { trimBlankLines } from "../../text/markdown.ts";
import type { SourceLine } from "./lines.ts";

/** Removes indentation up to a column; a tab that extends further leaves spaces. */
function cut(text: string, columns: number): string {
  let column = 0;
  let at = 0;
  while (column < columns && /\s/u.test(text.charAt(at))) {
    column += text.charAt(at) === "\t" ? 4 - (column % 4) : 1;
    at++;
  }
  return " ".repeat(Math.max(0, column - columns)) + text.slice(at);
}

/**
 * Returns lines without common indentation, ignoring fenced code. Gaps become a blank line, separators
 * nothing.
 */
export function writtenText(lines: readonly SourceLine[], numbers: readonly number[]): string {
  const runs: number[][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs
    .map((run) => {
      const own = run.flatMap((number) => lines[number] ?? []);
      if (own.every(({ kind }) => kind === "blank" || kind === "break")) return "";
      const shared = own
        .filter(({ kind, opens }) => kind !== "blank" && (kind !== "opaque" || opens))
        .reduce((least, { column }) => Math.min(least, column), Number.POSITIVE_INFINITY);
      return trimBlankLines(own.map(({ text }) => cut(text, Number.isFinite(shared) ? shared : 0)));
    })
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Indents non-empty lines. */
export const indented = (text: string, spaces: string) => text.replace(/^(?=[^\n])/gmu, spaces);
