import type { Token } from "markdown-it";
import type { List } from "./lists.ts";
import { readsAsCriterion, scenarioStart } from "./scenarios.ts";

/** A line (from 0) where unannounced criteria begin, or other items end them. */
export interface Sign {
  line: number;
  isCriteria: boolean;
}

/** A requirement's and a criterion's number: `1.1 QUANDO …`. */
const dotted = /^\s*(?:[-*+]\s+)?(?:\*\*|__)?\p{Nd}+[.．]\p{Nd}+/u;

/**
 * Returns the signs in order: WHEN/THEN paragraphs, and numbered lists whose items mostly read like criteria
 * or carry criteria numbers.
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
