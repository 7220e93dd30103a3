import type { Heading } from "../../text/markdown.ts";
import type { List } from "./lists.ts";
import { requirementHeading } from "./words.ts";

/**
 * Finds the heading or bold line right before a list in at least half of the requirements; "" if none. With a
 * single occurrence (`isRepeated` false) it may mean more than "criteria".
 */
export function learnCriteria(
  lines: readonly string[],
  all: readonly Heading[],
  lists: readonly List[],
  isRequirement: (heading: Heading) => boolean,
): { name: string; isRepeated: boolean } {
  const owners = new Map<string, Set<Heading>>();
  const requirements = all.filter(isRequirement);
  const endingAt = new Map(all.map((heading) => [heading.end - 1, heading]));
  let next = 0;
  for (const { line: list } of lists) {
    while ((requirements[next]?.line ?? lines.length) < list) next++;
    const owner = requirements[next - 1];
    let before = list - 1;
    while (before > 0 && (lines[before] ?? "").trim() === "") before--;
    const line = lines[before] ?? "";
    const heading = endingAt.get(before);
    if (!owner || !(heading ? isBelow(heading, owner) : isSetApart(line))) continue;
    const name = plainName(heading?.text ?? line);
    if (name !== "") owners.set(name, (owners.get(name) ?? new Set()).add(owner));
  }
  const [name, those] = [...owners].toSorted(([, a], [, b]) => b.size - a.size)[0] ?? ["", new Set()];
  const isCommon = those.size * 2 >= requirements.length;
  return { name: isCommon ? name : "", isRepeated: those.size > 1 };
}

const isBelow = ({ level, text }: Heading, owner: Heading) =>
  level > owner.level && requirementHeading(text) === null;

/** Tests for a line in bold, or one that ends with a colon. */
export const isSetApart = (line: string) =>
  /^\s*(\*\*|__).+\1\s*[:：]?\s*$/u.test(line) || /[:：]\s*$/u.test(line);

/** Returns a heading in lower case, without emphasis, numbers and surrounding symbols. */
export const plainName = (text: string) =>
  text
    .replace(/\*\*|__/gu, "")
    .replace(/^[^\p{L}]+|[^\p{L}\p{M})）]+$/gu, "")
    .toLowerCase();
