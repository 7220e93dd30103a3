import type { AcceptanceCriterion } from "../../../../../contract/src/criteria/read-criteria.ts";
import { type CriterionChange, criteriaChanges } from "./criteria-changes.ts";

/** A version's texts, with its criteria. */
export interface ReadVersion {
  title: string;
  content: string;
  criteria: readonly AcceptanceCriterion[];
}

const kinds: readonly CriterionChange["kind"][] = ["added", "changed", "removed", "moved"];

/** Names a change by what it did: "2 criteria added, 1 changed", "Title changed". */
export function nameOfChange(before: ReadVersion | null, after: ReadVersion): string {
  if (before === null) return "First version";
  const changes = criteriaChanges(before.criteria, after.criteria);
  const counts = kinds
    .map((kind) => ({ kind, count: changes.filter((change) => change.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }, at) => `${at === 0 ? criteria(count) : count} ${kind}`);
  const isTextChanged =
    counts.length === 0 ? before.content !== after.content : besideCriteria(before) !== besideCriteria(after);
  const parts = [
    ...(before.title === after.title ? [] : ["title changed"]),
    ...counts,
    ...(isTextChanged ? ["text changed"] : []),
  ];
  const name = parts.join(", ") || "nothing changed";
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const criteria = (count: number) => `${count} ${count === 1 ? "criterion" : "criteria"}`;

/** Returns the lines that hold no criterion. */
function besideCriteria({ content, criteria }: ReadVersion): string {
  const held = new Set(criteria.flatMap(({ line, text }) => text.split("\n").map((_, at) => line - 1 + at)));
  return content
    .split(/\r\n?|\n/)
    .filter((line, at) => !held.has(at) && line.trim() !== "")
    .join("\n");
}
