import type { Element, Root } from "hast";
import type { AcceptanceCriterion } from "../../../contract/src/criteria/read-criteria.ts";
import { isElement, textOf } from "./nodes.ts";

/** Puts a button in front of each block that could be the acceptance criteria and has none of them. */
export function offerBlocks(tree: Root, criteria: readonly AcceptanceCriterion[]): void {
  tree.children = tree.children.flatMap((child) => {
    const position = isElement(child) && isPossible(child) ? child.position : undefined;
    const has = ({ line }: AcceptanceCriterion) =>
      position !== undefined && position.start.line <= line && line <= position.end.line;
    if (position === undefined || criteria.some(has)) return [child];
    const properties = { dataLine: position.start.line };
    return [{ type: "element", tagName: "button", properties, children: [] } satisfies Element, child];
  });
}

/** Lists, tables and fences of Gherkin are forms that criteria have. */
function isPossible(block: Element): boolean {
  if (block.tagName !== "pre") return /^(?:ol|ul|table)$/.test(block.tagName) && textOf(block).trim() !== "";
  return block.children.filter(isElement).some(({ properties }) => isGherkin(properties.className));
}

const isGherkin = (names: Element["properties"][string]) =>
  Array.isArray(names) && names.includes("language-gherkin");
