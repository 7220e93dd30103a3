import { toCriterion } from "../../../../../contract/src/criteria/label.ts";
import { blocks } from "../markdown.ts";

const item = /^( {0,3}([0-9]{1,9})[.)]\s+(?:\[[ xX]\]\s+)?)(\S.*)$/su;
const ofKind = [
  [/^(?:user\s+story|us\b|us[-#]|ユーザーストーリー)/iu, "US"],
  [/^(?:non-?\s?functional|nfr|非機能)/iu, "NFR"],
  [/^fr/iu, "FR"],
] as const;

/**
 * Returns the beginning of the ids of a requirement's criteria: `R3` for "Requirement 3", `NFR2` for "NFR-2". Other
 * kinds of requirements are counted by themselves in many documents, so that they have letters of their own.
 */
export function prefixOfIds(requirementId: string): string {
  const [number = ""] = /[0-9]+(?:[.-][0-9]+)*[a-z]?$/iu.exec(requirementId) ?? [];
  const [, kind = "R"] = ofKind.find(([form]) => form.test(requirementId)) ?? [];
  return kind + number.replaceAll("-", ".");
}

/** Returns the number by which references name a requirement: `3` for "Requirement 3", `NFR2` for "NFR-2". */
export const numberOfRequirement = (requirementId: string) =>
  prefixOfIds(requirementId).replace(/^R(?=[0-9])/u, "");

/**
 * Puts an id that a tracker can quote before each numbered criterion that has none: `R3.2:` for item 2 of requirement
 * 3, by the list's own number. Returns the lines (from 0) of items whose id was there before, which get none; `used`
 * holds the ids of the requirement so far.
 */
export function labelCriteria(
  text: string,
  prefix: string,
  used: Set<string>,
): { text: string; doubled: number[] } {
  const lines = text.split("\n");
  const doubled: number[] = [];
  for (const line of linesOfItems(text)) {
    const [, marker, number, criterion] = item.exec(lines[line] ?? "") ?? [];
    if (!marker || !criterion || toCriterion(criterion).id !== null) continue;
    const id = `${prefix}.${Number(number)}`;
    if (used.has(id)) doubled.push(line);
    else lines[line] = `${marker}${id}: ${criterion}`;
    used.add(id);
  }
  return { text: lines.join("\n"), doubled };
}

/** Returns the first lines of the numbered items that begin with a text; a label would break what else they hold. */
function linesOfItems(text: string): number[] {
  const tokens = blocks(text);
  let isOrdered = false;
  return tokens.flatMap(({ type, level, map }, index) => {
    if (level === 0 && type.endsWith("_list_open")) isOrdered = type === "ordered_list_open";
    const first = tokens[index + 1];
    const isText = first?.type === "paragraph_open" && first.map?.[0] === map?.[0];
    return isOrdered && level === 1 && type === "list_item_open" && map && isText ? [map[0]] : [];
  });
}
