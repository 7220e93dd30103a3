import type { Row } from "./section.ts";

const HARD_BREAK = /(?: {2}|\\)$/;

/** Returns an item's text: wrapped lines are joined by a space, other blocks keep their lines. */
export function joinRows(first: string, rows: readonly Row[]): string {
  const parts = [first.trim()];
  let isSetOff = false;
  let breaksHard = HARD_BREAK.test(first);
  for (const { kind, text, opens } of rows) {
    if (kind === "blank") {
      isSetOff = true;
      continue;
    }
    if (kind === "text" && !opens && !isSetOff && !breaksHard) parts.push(" ", text.trim());
    else
      parts.push(
        isSetOff ? "\n\n" : breaksHard && !opens ? "  \n" : "\n",
        kind === "text" ? text.trim() : text.trimEnd(),
      );
    isSetOff = false;
    breaksHard = kind === "text" && HARD_BREAK.test(text);
  }
  return parts.join("").trim();
}

/** Returns the line number of the last non-blank row. */
export function lastLineOf(first: Row, rows: readonly Row[]): number {
  return rows.findLast(({ kind }) => kind !== "blank")?.line ?? first.line;
}
