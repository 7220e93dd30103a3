import { readSpec } from "./spec-text.ts";

/**
 * Returns true if a plan's description has a section of open questions with an entry that isn't settled. Questions elsewhere in
 * it don't count: a description argues more than a spec does.
 */
export function hasOpenQuestions(description: string | null): boolean {
  if (description === null) return false;
  const { lines } = readSpec({ title: "", content: description, effort: null, danglingNeeds: [] });
  return lines.some(({ isListed, isOpen }) => isListed && isOpen);
}
