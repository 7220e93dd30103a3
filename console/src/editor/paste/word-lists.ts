import type { Element, ElementContent, RootContent } from "hast";
import { classesOf, element, isElement, textOf } from "./elements.ts";
import { stylesOf } from "./styles.ts";

interface Item {
  level: number;
  isOrdered: boolean;
  paragraph: Element;
}

/** Word writes lists as paragraphs, each with its level and its mark; makes lists of them. */
export function makeWordLists<Node extends RootContent>(nodes: readonly Node[]): (Node | Element)[] {
  const result: (Node | Element)[] = [];
  let items: Item[] = [];
  const end = () => {
    if (items.length > 0) result.push(...listsOf(items));
    items = [];
  };
  for (const node of nodes) {
    const item = itemOf(node);
    const isBetween = items.length > 0 && node.type !== "element" && isBlank(node);
    if (item) items.push(item);
    else if (!isBetween) {
      end();
      if (isElement(node)) node.children = makeWordLists(node.children) as ElementContent[];
      result.push(node);
    }
  }
  end();
  return result;
}

const isBlank = (node: RootContent) =>
  node.type === "comment" || (node.type === "text" && !node.value.trim());

function itemOf(node: RootContent): Item | null {
  if (!isElement(node, "p") || !/\bMso/.test(classesOf(node))) return null;
  const level = /\blevel(\d)/.exec(stylesOf(node).get("mso-list") ?? "")?.[1];
  if (level === undefined) return null;
  const mark = textOf(node.children.filter(isMark)).trim();
  return { level: Number(level), isOrdered: /^\(?[\da-z]{1,5}[.)]/i.test(mark), paragraph: node };
}

const isMark = (node: ElementContent): boolean =>
  isElement(node) &&
  (stylesOf(node).get("mso-list") === "ignore" || (node.tagName === "span" && node.children.some(isMark)));

function listsOf(items: readonly Item[]): Element[] {
  const roots: Element[] = [];
  const open: { level: number; list: Element }[] = [];
  for (const { level, isOrdered, paragraph } of items) {
    const name = isOrdered ? "ol" : "ul";
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const current = open.at(-1);
    if (current?.level === level && current.list.tagName !== name) open.pop();
    let list = open.at(-1)?.level === level ? open.at(-1)?.list : undefined;
    if (!list) {
      list = element(name, []);
      const above = open.at(-1)?.list.children.at(-1);
      if (isElement(above)) above.children.push(list);
      else roots.push(list);
      open.push({ level, list });
    }
    list.children.push(element("li", paragraph.children));
  }
  return roots;
}
