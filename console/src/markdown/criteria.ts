import type { Element, ElementContent, Root, RootContent } from "hast";
import { announcesCriteria } from "../../../contract/src/criteria-heading.ts";

/** A criterion as the API has it. */
export interface Criterion {
  id: string | null;
}

const isElement = (node: RootContent | ElementContent): node is Element => node.type === "element";
const levelOf = ({ tagName }: Element) => Number(/^h([1-6])$/.exec(tagName)?.[1] ?? 0);

/** Returns the text inside of an element. */
function textOf(node: RootContent | ElementContent): string {
  if (node.type === "text") return node.value;
  return isElement(node) ? node.children.map(textOf).join("") : "";
}

/**
 * Gives the items of the lists below "Acceptance criteria" their labels, where the lists have as many as the API found:
 * the id that the author wrote, which then leaves the text, or else the number.
 */
export function labelCriteria(tree: Root, criteria: readonly Criterion[]): void {
  const items = itemsOf(tree);
  if (items.length !== criteria.length) return;
  for (const [index, { id }] of criteria.entries()) {
    const item = items[index];
    if (!item) continue;
    item.properties.dataLabel = id ?? String(index + 1);
    if (id !== null) removeLabel(item, id);
  }
}

function itemsOf(tree: Root): Element[] {
  const items: Element[] = [];
  let level = 0;
  for (const node of tree.children.filter(isElement)) {
    const own = levelOf(node);
    if (own > 0) {
      if (announcesCriteria(textOf(node))) level = own;
      else if (own <= level) level = 0;
    } else if (level > 0 && /^[ou]l$/.test(node.tagName))
      items.push(...node.children.filter(isElement).filter(({ tagName }) => tagName === "li"));
  }
  return items;
}

/** Takes the label away from the beginning of an item's text: `AC-1: `, also in bold. */
function removeLabel(item: Element, id: string): void {
  const [first] = item.children.filter((node) => textOf(node).trim() !== "");
  const [word] = first && isElement(first) && first.tagName === "p" ? first.children : first ? [first] : [];
  if (!word) return;
  const text = word.type === "text" ? word : isElement(word) ? word.children[0] : undefined;
  if (text?.type !== "text") return;
  const rest = text.value.trimStart();
  if (!rest.startsWith(id)) return;
  const left = rest.slice(id.length).replace(/^\s*[:：]\s*/, "");
  // What is left begins later in the source, too.
  if (text.position?.start.offset !== undefined)
    text.position.start.offset += text.value.length - left.length;
  text.value = left;
}
