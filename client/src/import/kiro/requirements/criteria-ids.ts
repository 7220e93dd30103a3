import { toCriterion } from "../../../../../contract/src/criteria/label.ts";
import { blocks } from "../../text/markdown.ts";

const item = /^( {0,3}([0-9]{1,9})[.)]\s+(?:\[[ xX]\]\s+)?)(\S.*)$/su;
const ofKind = [
  [/^(?:user\s+story|us\b|us[-#]|ユーザーストーリー)/iu, "US"],
  [/^(?:non-?\s?functional|nfr|非機能)/iu, "NFR"],
  [/^fr/iu, "FR"],
] as const;

/**
 * Returns the id prefix of a requirement's criteria: `R3` for "Requirement 3", `NFR2` for "NFR-2". Many
 * documents number each kind separately, so kinds keep their letters.
 */
export function prefixOfIds(requirementId: string): string {
  const [number = ""] = /[0-9]+(?:[.-][0-9]+)*[a-z]?$/iu.exec(requirementId) ?? [];
  const [, kind = "R"] = ofKind.find(([form]) => form.test(requirementId)) ?? [];
  return kind + number.replaceAll("-", ".");
}

/** Returns a requirement's number in references: `3` for "Requirement 3", `NFR2` for "NFR-2". */
export const numberOfRequirement = (requirementId: string) =>
  prefixOfIds(requirementId).replace(/^R(?=[0-9])/u, "");

/**
 * Adds ids that trackers can quote to numbered criteria without one: `R3.2:` for item 2 of requirement 3.
 * Returns the lines (from 0) of items that repeat an id in `used`, which get none.
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

/** Returns the first lines of numbered items that begin with text; a label would break others. */
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
