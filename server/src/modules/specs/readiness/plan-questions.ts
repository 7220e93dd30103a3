import { readSpec } from "./spec-text.ts";

/**
 * Tests for unsettled entries in a description's section of open questions. Questions elsewhere don't count,
 * since descriptions argue.
 */
export function hasOpenQuestions(description: string | null): boolean {
  if (description === null) return false;
  const { lines } = readSpec({ title: "", content: description, effort: null, danglingNeeds: [] });
  return lines.some(({ isListed, isOpen }) => isListed && isOpen);
}
