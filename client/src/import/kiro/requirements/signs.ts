import type { Token } from "markdown-it";
import type { List } from "./lists.ts";
import { readsAsCriterion, scenarioStart } from "./scenarios.ts";

/** At the line of a sign (from 0), criteria begin that no heading announces, or other items end them. */
export interface Sign {
  line: number;
  isCriteria: boolean;
}

/** A number that names a requirement and a criterion of it: `1.1 QUANDO …`. */
const dotted = /^\s*(?:[-*+]\s+)?(?:\*\*|__)?\p{Nd}+[.．]\p{Nd}+/u;

/**
 * Returns the signs of a document, in order: paragraphs of WHEN and THEN, and numbered lists, which are criteria where
 * most of their items read like some, or have a criterion's number in any language.
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
      isCriteria:
        items.filter((item) => dotted.test(item) || readsAsCriterion(item)).length * 2 > items.length,
    }));
  for (const { type, level, map } of tokens) {
    if (type !== "paragraph_open" || level > 0 || map === null) continue;
    const line = scenarioStart(lines, ...map);
    if (line !== null) signs.push({ line, isCriteria: true });
  }
  return signs.sort((a, b) => a.line - b.line || Number(a.isCriteria) - Number(b.isCriteria));
}
