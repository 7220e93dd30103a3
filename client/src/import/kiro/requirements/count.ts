import { announcesCriteria } from "../../../../../contract/src/criteria/names.ts";
import { blocks } from "../markdown.ts";

/** An imported spec's criteria are put under this heading. */
export const criteriaHeading = "## Acceptance Criteria";

/**
 * Counts the criteria that the service reads in an imported spec's content: the numbered items with a text, from the
 * criteria heading to the next heading of its level or above (`docs/decisions/acceptance-criteria.md`).
 */
export function countCriteria(content: string): number {
  let isBelowHeading = false;
  let isInList = false;
  let hasNoTextYet = false;
  let count = 0;
  const tokens = blocks(content);
  for (const [index, token] of tokens.entries()) {
    const { type, level, tag } = token;
    if (type === "heading_open" && level === 0 && ["h1", "h2"].includes(tag))
      isBelowHeading = announcesCriteria(tokens[index + 1]?.content ?? "");
    if (level === 0 && type.endsWith("_list_open")) isInList = type === "ordered_list_open";
    if (level === 1 && type.startsWith("list_item")) hasNoTextYet = isInList && type === "list_item_open";
    if (!isBelowHeading || !hasNoTextYet || token.content.trim() === "") continue;
    count++;
    hasNoTextYet = false;
  }
  return count;
}
