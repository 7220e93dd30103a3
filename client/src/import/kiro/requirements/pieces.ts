import { linesWithin } from "../../text/markdown.ts";
import type { Outline, Section } from "./sections.ts";
import { unannouncedPieces } from "./unannounced.ts";

/** A run of a requirement's lines `[from, to)`; `heading` is a criteria heading with additional words. */
export interface Piece {
  isCriteria: boolean;
  from: number;
  to: number;
  heading: string;
}

/**
 * Splits a requirement's body into criteria and other text. Criteria extend to the next heading (of the same
 * level or above, if a heading announces them). Unannounced ones are recognized by their words.
 */
export function pieces({ lines, headings, paragraphs, signs, rules }: Outline, section: Section): Piece[] {
  const start = section.heading?.end ?? section.from;
  const result: Piece[] = [{ isCriteria: false, from: start, to: section.to, heading: "" }];
  let depth = 0;
  const next = (piece: Omit<Piece, "to">, end: number) => {
    const last = result.at(-1);
    if (last) last.to = end;
    result.push({ ...piece, to: section.to });
  };
  const own = linesWithin(headings, start, section.to);
  const marks = [
    ...own,
    ...linesWithin(paragraphs, start, section.to)
      .filter(({ line }) => rules.criteriaLine(lines[line] ?? ""))
      .map(({ line }) => ({ line, end: line + 1, level: 7, text: "" })),
  ].sort((a, b) => a.line - b.line);
  for (const { line, end, level, text } of marks) {
    const criteria = level === 7 ? { more: false } : rules.criteria(text);
    if (level === 7 && depth > 0) continue;
    if (criteria) {
      next(
        {
          isCriteria: true,
          from: end,
          heading: criteria.more ? text.replaceAll("**", "").replace(/\s+/gu, " ").trim() : "",
        },
        line,
      );
      depth = level;
    } else if (depth > 0 && level <= depth) {
      next({ isCriteria: false, from: line, heading: "" }, line);
      depth = 0;
    }
  }
  if (result.length > 1) return result;
  const found = unannouncedPieces(lines, own, linesWithin(signs, start, section.to), [start, section.to]);
  return found.map((piece) => ({ ...piece, heading: "" }));
}
