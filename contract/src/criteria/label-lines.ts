import { headingText } from "./heading-text.ts";
import { joinRows, lastLineOf } from "./join-rows.ts";
import { type Item, labelsAmong, readLabel } from "./label.ts";
import type { Row } from "./section.ts";

/** Tests whether a line may begin an item; the other lines of the section decide. */
export const mayStartLabelLine = (text: string): boolean => readLabel(text.trim()) !== null;

/**
 * Returns the items of paragraph lines or headings that begin with a label, each with the unlabelled lines
 * below it. A section needs at least two.
 */
export function labelLineItems(rows: readonly Row[]): Item[] {
  const texts = rows.map(({ kind, text }) => (kind === "heading" ? headingText(text) : text.trim()));
  const readings = rows.map(({ kind }, index) =>
    kind === "text" || kind === "heading" ? readLabel(texts[index] ?? "") : null,
  );
  const isLabel = labelsAmong(readings);
  const starts = readings.flatMap((reading, index) => {
    const { certain, possible } = reading ?? {};
    const isStart = certain?.id || (possible?.id && isLabel(possible.id));
    return isStart ? [index] : [];
  });
  if (starts.length < 2) return [];
  return starts.flatMap((start, position) => {
    const row = rows[start];
    if (!row) return [];
    const rest = rows.slice(start + 1, starts[position + 1] ?? rows.length);
    const end = rest.findIndex(({ kind }) => kind === "heading");
    const below = end === -1 ? rest : rest.slice(0, end);
    const first = row.kind === "heading" ? (texts[start] ?? "") : row.text;
    return [{ text: joinRows(first, below), line: row.line, lastLine: lastLineOf(row, below) }];
  });
}
