import type { Element } from "hast";
import { type Content, classesOf, element, isElement, textOf } from "./elements.ts";
import { paragraphsIn } from "./paragraphs.ts";

/** Returns a list of items only; a list within a list goes into the item before. */
export function listOf({ tagName, properties }: Element, children: readonly Content[]): Content[] {
  const items: Element[] = [];
  for (const child of children) {
    const last = items.at(-1);
    const isNested = isElement(child, "ul", "ol");
    if (isElement(child, "li")) items.push(child);
    else if (isNested && last) last.children.push(child);
    else if (isElement(child) || child.value.trim() !== "") items.push(element("li", [child]));
  }
  const filled = items.filter((item) => item.children.length > 0);
  if (filled.length === 0) return [];
  const start = Number(properties.start ?? 1);
  const isStart = Number.isInteger(start) && start >= 0 && start < 1_000_000;
  return [element(tagName, filled, tagName === "ol" && isStart ? { start } : {})];
}

/** Returns an item without a paragraph around its words, which would put blank lines between items. */
export function itemOf(node: Element, children: readonly Content[]): Element {
  const blocks = paragraphsIn(children);
  const isTight = blocks.filter((block) => !isElement(block, "ul", "ol")).length === 1;
  const content = blocks.flatMap((block) => (isTight && isElement(block, "p") ? block.children : [block]));
  const state = isChecked(node);
  const box = element("input", [], { type: "checkbox", checked: state === true });
  return element("li", state === null ? content : [box, ...content]);
}

/** Null for an item that isn't a task. */
function isChecked(node: Element): boolean | null {
  const { role, ariaChecked } = node.properties;
  if (role === "checkbox") return String(ariaChecked) === "true";
  const box = boxIn(node, 3);
  if (!box) return null;
  return box.tagName === "input" ? box.properties.checked === true : /\bcheckbox-on\b/.test(classesOf(box));
}

/** Finds a checkbox before an item's words. */
function boxIn(node: Element, depth: number): Element | null {
  for (const child of node.children) {
    if (isElement(child, "input") && child.properties.type === "checkbox") return child;
    if (isElement(child) && /\bcheckbox(-on|-off)\b/.test(classesOf(child))) return child;
    if (isElement(child, "p", "label", "span", "div") && depth > 0) {
      const found = boxIn(child, depth - 1);
      if (found) return found;
    }
    if (textOf([child]).trim() !== "") return null;
  }
  return null;
}
