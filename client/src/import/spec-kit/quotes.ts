import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { trimBlankLines } from "../text/markdown.ts";
import { type RequirementItem, requirementItems } from "./requirement-items.ts";

interface Group {
  heading: string;
  isOwn: (id: string) => boolean;
}

const groups: readonly Group[] = [
  { heading: "Functional Requirements", isOwn: (id) => !id.startsWith("SC") },
  { heading: "Success Criteria", isOwn: (id) => id.startsWith("SC") },
];

const linesOf = (lines: readonly string[], items: readonly RequirementItem[]) =>
  items.map(({ from, to }) => lines.slice(from, to).join("\n")).join("\n");

/** Adds the requirements that a story names, so that they are criteria of it. */
export function withRequirements(
  text: string,
  lines: readonly string[],
  items: readonly RequirementItem[],
): string {
  let whole = text;
  for (const { heading, isOwn } of groups) {
    const own = items.filter(({ id }) => isOwn(id));
    if (own.length === 0) continue;
    const list = linesOf(lines, own);
    const plain = `${whole}\n\n#### ${heading}\n\n${list}`;
    // Below a heading "Acceptance Criteria" in the story, requirements count only under another one.
    whole = areCriteria(plain, own) ? plain : `${whole}\n\n## Acceptance Criteria (${heading})\n\n${list}`;
  }
  return whole;
}

/** Moves requirements that are no criteria, as below headings in other languages, under one that makes them so. */
export function quoted(text: string, open: readonly RequirementItem[]): string {
  const lines = text.split("\n");
  const ids = new Set(open.map(({ id }) => id));
  const items = requirementItems(lines).filter(({ id }) => ids.has(id));
  const lost = groups
    .map(({ isOwn }) => items.filter(({ id }) => isOwn(id)))
    .filter((own) => own.length > 0 && !areCriteria(text, own))
    .flat();
  if (lost.length === 0) return text;
  const kept: (string | null)[] = [...lines];
  for (const { from, to } of lost) kept.fill(null, from, to);
  return withRequirements(trimBlankLines(kept.filter((line) => line !== null)), lines, lost);
}

function areCriteria(text: string, items: readonly RequirementItem[]): boolean {
  const ids = new Set(acceptanceCriteria(text).map(({ id }) => id?.toUpperCase()));
  return items.some(({ id }) => ids.has(id));
}
