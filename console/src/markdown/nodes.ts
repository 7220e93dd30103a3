import type { Element, RootContent } from "hast";

export const isElement = (node: RootContent): node is Element => node.type === "element";

export function textOf(node: RootContent): string {
  if (node.type === "text") return node.value;
  return isElement(node) ? node.children.map(textOf).join("") : "";
}
