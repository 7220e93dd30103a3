import type { Element, Root } from "hast";
import {
  type AcceptanceCriterion,
  acceptanceCriteria,
} from "../../../contract/src/criteria/read-criteria.ts";
import { isElement } from "./nodes.ts";

/** Inserts a button before blocks that could be the criteria. */
export function offerBlocks(tree: Root, text: string, criteria: readonly AcceptanceCriterion[]): void {
  const offered = new Set(partsOf(tree).map((part) => possibleIn(part, text, criteria)));
  tree.children = tree.children.flatMap((child) => {
    if (!isElement(child) || !child.position || !offered.has(child)) return [child];
    const properties = { dataLine: child.position.start.line };
    return [{ type: "element", tagName: "button", properties, children: [] } satisfies Element, child];
  });
}

/** Groups adjacent paragraphs, since each may be a criterion. */
function partsOf(tree: Root): Element[][] {
  const parts: Element[][] = [];
  for (const block of tree.children.filter(isElement)) {
    const before = parts.at(-1);
    if (block.tagName === "p" && before?.[0]?.tagName === "p") before.push(block);
    else if (!/^h\d$/.test(block.tagName)) parts.push([block]);
    else parts.push([]);
  }
  return parts;
}

const heading = "# Acceptance criteria\n\n";

/** Returns the first criterion's block, parsed as if below a criteria heading. */
function possibleIn(
  part: readonly Element[],
  text: string,
  criteria: readonly AcceptanceCriterion[],
): Element | undefined {
  const [start, end] = [part[0]?.position?.start, part.at(-1)?.position?.end];
  if (start?.offset === undefined || end?.offset === undefined) return undefined;
  if (criteria.some(({ line }) => start.line <= line && line <= end.line)) return undefined;
  // Leading spaces would make it code.
  const words = text.slice(start.offset - start.column + 1, end.offset);
  const [first] = acceptanceCriteria(heading + words);
  if (!first) return undefined;
  const line = start.line + first.line - heading.split("\n").length;
  return part.findLast(({ position }) => position && position.start.line <= line);
}
