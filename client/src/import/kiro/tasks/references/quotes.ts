import { byteLength } from "../../../byte-length.ts";
import { criteriaHeading } from "../../requirements/criteria-heading.ts";
import type { KnownRequirement } from "../types.ts";
import type { NamedCriterion } from "./requirements.ts";

/** Lines and bytes of UTF-8 quoted under one heading. */
const mostLines = 100;
const mostBytes = 16_384;

const oneLine = (text: string) => text.replace(/\\\n|\s+/gu, " ").trim();

/**
 * Quotes the requirements that a task names, in order: titles of whole ones, and single criteria as numbered
 * items with id and full text. If all are named, titles suffice. Counts what exceeds the limits.
 */
export function quote(named: readonly NamedCriterion[], requirements: readonly KnownRequirement[]): string {
  const whole = new Set(named.flatMap((one) => (one.criterion === null ? one.requirement : [])));
  const isAll = whole.size === requirements.length && whole.size > 1;
  const criteria = new Map<number, Set<number>>();
  for (const { requirement, criterion } of named) {
    const own = criteria.get(requirement) ?? new Set();
    if (criterion !== null) own.add(criterion);
    criteria.set(requirement, own);
  }
  const titles: string[] = [];
  const items: string[] = [];
  for (const [index, quoted] of [...criteria].sort(([a], [b]) => a - b)) {
    const requirement = requirements[index];
    if (!requirement) continue;
    const isWhole = whole.has(index);
    if (isWhole) titles.push(`- ${requirement.ref}: ${oneLine(requirement.title)}`);
    for (const [n, { id, text }] of requirement.criteria.entries()) {
      if (isWhole ? isAll : !quoted.has(n)) continue;
      items.push(`${items.length + 1}. ${id}: ${oneLine(text)}`);
    }
  }
  return [section("## Requirements", titles), section(criteriaHeading, items)].filter(Boolean).join("\n\n");
}

/** Returns a heading with as many lines as the limits allow; "" without any. */
function section(heading: string, lines: readonly string[]): string {
  let bytes = 0;
  const end = lines.findIndex((line, at) => {
    bytes += byteLength(line) + 1;
    return at >= mostLines || bytes > mostBytes;
  });
  if (lines.length === 0) return "";
  const kept = end < 0 ? lines : [...lines.slice(0, end), "", `… and ${lines.length - end} more`];
  return [heading, "", ...kept].join("\n");
}
