import { byteLength } from "../../byte-length.ts";
import type { Named } from "./requirements.ts";
import type { KnownRequirement } from "./types.ts";

/** One task quotes no more than these lines and bytes of UTF-8. */
const mostLines = 100;
const mostBytes = 16_384;

const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim();

/**
 * Quotes what a task names, in the order of the requirements: a line with id and text for each criterion, and a
 * requirement with all its criteria where all of it is named. Where every requirement is named, their titles are
 * enough. What is beyond the limits is counted.
 */
export function quote(named: readonly Named[], requirements: readonly KnownRequirement[]): string {
  const whole = new Set(named.flatMap((one) => (one.criterion === null ? one.requirement : [])));
  const isAll = whole.size === requirements.length && whole.size > 1;
  const criteria = new Map<number, Set<number>>();
  for (const { requirement, criterion } of named) {
    const own = criteria.get(requirement) ?? new Set();
    if (criterion !== null) own.add(criterion);
    criteria.set(requirement, own);
  }
  const lines: string[] = [];
  for (const [at, own] of [...criteria].sort(([a], [b]) => a - b)) {
    const requirement = requirements[at];
    if (!requirement) continue;
    const isWhole = whole.has(at);
    if (isWhole) lines.push(`- ${requirement.ref}: ${oneLine(requirement.title)}`);
    for (const [place, { id, text }] of requirement.criteria.entries()) {
      if (isWhole ? isAll : !own.has(place)) continue;
      lines.push(`${isWhole ? "  " : ""}- ${id}: ${oneLine(text)}`);
    }
  }
  let bytes = 0;
  const end = lines.findIndex((line, at) => {
    bytes += byteLength(line) + 1;
    return at >= mostLines || bytes > mostBytes;
  });
  const kept = end < 0 ? lines : [...lines.slice(0, end), `- … and ${lines.length - end} more`];
  return kept.length > 0 ? ["## Requirements", "", ...kept].join("\n") : "";
}
