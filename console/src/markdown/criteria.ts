import type { Element, Root, Text } from "hast";
import type { AcceptanceCriterion } from "../../../contract/src/criteria/read-criteria.ts";
import { isElement, textOf } from "./nodes.ts";

/**
 * Labels list criteria with their id, taken out of the text, or their number. Other forms stay as written.
 */
export function labelCriteria(tree: Root, criteria: readonly AcceptanceCriterion[]): void {
  if (criteria.length === 0) return;
  const items = new Map(itemsOf(tree).map((item) => [item.position?.start.line, item]));
  for (const [index, { id, line }] of criteria.entries()) {
    const item = items.get(line);
    if (!item) continue;
    item.properties.dataLabel = id ?? String(index + 1);
    if (id !== null) removeLabel(item, id);
  }
}

/** Only top-level lists. */
function itemsOf(tree: Root): Element[] {
  const lists = tree.children.filter(isElement).filter(({ tagName }) => tagName === "ol" || tagName === "ul");
  return lists.flatMap(({ children }) =>
    children.filter(isElement).filter(({ tagName }) => tagName === "li"),
  );
}

/** Between label and words: `AC-1: `, `AC-1) `, `AC-1 – `. */
const SIGN = /^[)\]]?\s*[:：.)\]–—-]?\s*/;

/** Removes a label, even in bold or brackets. */
function removeLabel(item: Element, id: string): void {
  const [first] = item.children.filter((node) => textOf(node).trim() !== "");
  const words = first && isElement(first) && first.tagName === "p" ? first.children : item.children;
  const index = words.findIndex((node) => textOf(node).trim() !== "");
  const word = words[index];
  if (!word) return;
  const text = word.type === "text" ? word : isElement(word) ? word.children[0] : undefined;
  if (text?.type !== "text") return;
  const rest = text.value.trimStart().replace(/^[([]/, "");
  if (!rest.startsWith(id)) return;
  cut(text, rest.slice(id.length).replace(SIGN, ""));
  const next = words[index + 1];
  if (text.value === "" && word !== text && next?.type === "text") cut(next, next.value.replace(SIGN, ""));
}

/** Trims the start and its source position. */
function cut(text: Text, left: string): void {
  if (text.position?.start.offset !== undefined)
    text.position.start.offset += text.value.length - left.length;
  text.value = left;
}
