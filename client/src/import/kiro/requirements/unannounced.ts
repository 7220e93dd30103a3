import type { Heading } from "../../text/markdown.ts";
import { readsAsCriterion } from "./scenarios.ts";
import type { Sign } from "./signs.ts";

/**
 * Cuts the lines `[from, to)` of a requirement without a criteria heading. Criteria run from their first sign
 * to the next heading or to a list of something else with its announcing line. Lists within criteria and
 * headings next to them stay included.
 */
export function unannouncedPieces(
  lines: readonly string[],
  headings: readonly Heading[],
  signs: readonly Sign[],
  [from, to]: readonly [from: number, to: number],
): { isCriteria: boolean; from: number; to: number }[] {
  const cuts: { isCriteria: boolean; at: number }[] = [{ isCriteria: false, at: from }];
  const cut = (isCriteria: boolean, index: number) => {
    if (cuts.at(-1)?.isCriteria !== isCriteria) cuts.push({ isCriteria, at: index });
  };
  const lastTextBefore = (line: number) => {
    let index = line - 1;
    while (index >= from && (lines[index] ?? "").trim() === "") index--;
    return index;
  };
  let next = 0;
  for (const [index, heading] of [{ line: from, end: from, level: 0 }, ...headings].entries()) {
    const end = headings[index]?.line ?? to;
    const isFirst = (signs[next]?.line ?? to) < end && signs[next]?.isCriteria === true;
    const mayStay = isFirst && heading.level > 2;
    if (!mayStay) cut(false, heading.line);
    else if (lastTextBefore(signs[next]?.line ?? to) === heading.end - 1) cut(true, heading.line);
    for (let sign = signs[next]; sign && sign.line < end; sign = signs[++next]) {
      const before = lastTextBefore(sign.line);
      const announcing = lines[before] ?? "";
      const isAnnounced = !sign.isCriteria && /[:：][*_\s]*$/u.test(announcing);
      if (!isAnnounced) cut(sign.isCriteria, sign.line);
      else if (!readsAsCriterion(announcing)) cut(false, before);
    }
  }
  return cuts.map(({ isCriteria, at }, index) => ({
    isCriteria,
    from: at,
    to: cuts[index + 1]?.at ?? to,
  }));
}
