import type { Element, Root, RootContent } from "hast";
import { isElement, textOf } from "./nodes.ts";

/** The longest accessible name. */
const longestName = 100;

/** Gives checkboxes their UTF-16 source offset and their item's words as a name. */
export function placeBoxes(parent: Root | Element, source: string): void {
  for (const child of (parent.children as RootContent[]).filter(isElement)) {
    if (child.tagName === "li") placeBox(child, source);
    placeBoxes(child, source);
  }
}

function placeBox(item: Element, source: string): void {
  const [first] = item.children.filter(isElement);
  const words = first?.tagName === "p" ? first.children : item.children;
  const box = words.find(isElement);
  const begin = item.position?.start.offset;
  if (box?.tagName !== "input" || begin === undefined) return;
  // Only the mark, white space and quote marks precede it.
  const offset = source.indexOf("[", begin) + 1;
  if (!/^[ x]\]/i.test(source.slice(offset, offset + 2))) return;
  const own = words.filter((node) => !isElement(node) || !/^[ou]l$/.test(node.tagName));
  box.properties.dataAt = offset;
  box.properties.ariaLabel = own.map(textOf).join("").trim().slice(0, longestName);
}
