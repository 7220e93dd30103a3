import type { Token } from "markdown-it";
import type { List } from "./lists.ts";
import type { Heading } from "./markdown.ts";
import type { Piece } from "./pieces.ts";
import { readsAsCriterion, scenarioStart } from "./scenarios.ts";

/** At the line of a sign (from 0), criteria begin that no heading announces, or other items end them. */
export interface Sign {
  line: number;
  isCriteria: boolean;
}

/**
 * Returns the signs of a document, in order: paragraphs of WHEN and THEN, and numbered lists, which are criteria where
 * most of their items read like some.
 */
export function findSigns(
  tokens: readonly Token[],
  lines: readonly string[],
  lists: readonly List[],
): Sign[] {
  const signs = lists
    .filter(({ isNumbered }) => isNumbered)
    .map(({ line, items }) => ({
      line,
      isCriteria: items.filter(readsAsCriterion).length * 2 > items.length,
    }));
  for (const { type, level, map } of tokens) {
    if (type !== "paragraph_open" || level > 0 || map === null) continue;
    const line = scenarioStart(lines, ...map);
    if (line !== null) signs.push({ line, isCriteria: true });
  }
  return signs.sort((a, b) => a.line - b.line || Number(a.isCriteria) - Number(b.isCriteria));
}

/**
 * Cuts the lines `[from, to)` of a requirement without a criteria heading. Criteria go from their first sign to the next
 * heading or to a list of something else. A heading right before them, or between them, stays with them.
 */
export function unannouncedPieces(
  lines: readonly string[],
  headings: readonly Heading[],
  signs: readonly Sign[],
  [from, to]: readonly [from: number, to: number],
): Piece[] {
  const cuts: { isCriteria: boolean; at: number }[] = [{ isCriteria: false, at: from }];
  const cut = (isCriteria: boolean, at: number) => {
    if (cuts.at(-1)?.isCriteria !== isCriteria) cuts.push({ isCriteria, at });
  };
  const lastTextBefore = (line: number) => {
    let at = line - 1;
    while (at >= from && (lines[at] ?? "").trim() === "") at--;
    return at;
  };
  let next = 0;
  for (const [index, heading] of [{ line: from, end: from, level: 0 }, ...headings].entries()) {
    const end = headings[index]?.line ?? to;
    const isFirst = (signs[next]?.line ?? to) < end && signs[next]?.isCriteria === true;
    const mayStay = isFirst && heading.level > 2;
    if (!mayStay) cut(false, heading.line);
    else if (lastTextBefore(signs[next]?.line ?? to) === heading.end - 1) cut(true, heading.line);
    for (let sign = signs[next]; sign && sign.line < end; sign = signs[++next]) {
      const belongs = /[:：][*_\s]*$/u.test(lines[lastTextBefore(sign.line)] ?? "");
      if (sign.isCriteria || !belongs) cut(sign.isCriteria, sign.line);
    }
  }
  return cuts.map(({ isCriteria, at }, index) => ({
    isCriteria,
    from: at,
    to: cuts[index + 1]?.at ?? to,
    heading: "",
  }));
}
