import type { Element, ElementContent, Properties, Text } from "hast";

/** What is left of an element's content: neither comments nor unknown nodes. */
export type Content = Element | Text;

export const element = (
  tagName: string,
  children: ElementContent[],
  properties: Properties = {},
): Element => ({
  type: "element",
  tagName,
  properties,
  children,
});

export const text = (value: string): Text => ({ type: "text", value });

/** Tests for an element, of one of the names if there are any. */
export const isElement = <Name extends string>(
  node: { type: string } | undefined,
  ...names: Name[]
): node is Element & { tagName: Name } =>
  node?.type === "element" && (names.length === 0 || names.includes((node as Element).tagName as Name));

/** Returns the text of nodes, with line breaks. */
export function textOf(nodes: readonly { type: string }[]): string {
  return nodes
    .map((node) => {
      if (node.type === "text") return (node as Text).value;
      if (isElement(node, "br")) return "\n";
      return isElement(node) ? textOf(node.children) : "";
    })
    .join("");
}

const blocks = [
  ...(["p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "hr"] as const),
  ...(["ul", "ol", "li", "table", "tr", "td", "th"] as const),
];
type Block = Element & { tagName: (typeof blocks)[number] };

export const isBlock = (node: { type: string } | undefined): node is Block => isElement(node, ...blocks);

export const classesOf = ({ properties: { className } }: Element): string =>
  Array.isArray(className) ? className.join(" ") : "";
