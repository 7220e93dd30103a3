import type { Element, ElementContent, Root } from "hast";
import { codeBlock } from "./code.ts";
import { type Content, classesOf, element, isBlock, isElement, text, textOf } from "./elements.ts";
import { imageOf, markBegins, markEnds, type Picture } from "./images.ts";
import { allowedAddress } from "./links.ts";
import { itemOf, listOf } from "./lists.ts";
import { paragraphsIn, tidyMarks } from "./paragraphs.ts";
import { isHidden, isUndone, marksOf, stylesOf } from "./styles.ts";
import { cellOf, tableOf } from "./tables.ts";

/** Where an element stands. */
interface Place {
  pictures: Picture[];
  /** Lists and quotes around it, which indent each of its lines. */
  depth: number;
  isInLink: boolean;
  isInHeading: boolean;
  /** The element around. */
  parent: string;
  /** Its classes, which may name the language of code. */
  around: string;
}

const deepest = 20;

const dropped = new Set([
  ...[
    "script",
    "style",
    "head",
    "meta",
    "title",
    "link",
    "noscript",
    "template",
    "iframe",
    "object",
    "embed",
  ],
  ...["svg", "math", "canvas", "video", "audio", "button", "select", "textarea", "input", "clipboard-copy"],
]);
const containers = new Set([
  ...["div", "section", "article", "main", "header", "footer", "aside", "nav", "figure", "figcaption"],
  ...["address", "center", "details", "summary", "form", "fieldset", "body", "html", "dl", "dt", "dd"],
]);
const marks: Readonly<Record<string, string>> = {
  b: "strong",
  strong: "strong",
  i: "em",
  em: "em",
  cite: "em",
  s: "del",
  strike: "del",
  del: "del",
  code: "code",
  tt: "code",
  kbd: "code",
  samp: "code",
};
/** Elements that mean something within these only. */
const parts: Readonly<Record<string, readonly string[]>> = {
  li: ["ul", "ol"],
  thead: ["table"],
  tbody: ["table"],
  tfoot: ["table"],
  tr: ["table", "thead", "tbody", "tfoot"],
  td: ["tr"],
  th: ["tr"],
};
const headings: Readonly<Record<string, string>> = { MsoTitle: "h1", MsoSubtitle: "h2" };

/** Returns the content of a page or clipboard that Markdown has a form for, without its program's markup. */
export function cleaned({ children }: Root, pictures: Picture[]): Content[] {
  const place = { pictures, depth: 0, isInLink: false, isInHeading: false, parent: "", around: "" };
  return paragraphsIn(all(children as ElementContent[], place));
}

const all = (nodes: readonly ElementContent[], place: Place): Content[] =>
  nodes.flatMap((node) => cleanedNode(node, place));

const unseen = new RegExp(`[\\u200B\\u2060\\uFEFF${markBegins}${markEnds}]`, "g");

function cleanedNode(node: ElementContent, place: Place): Content[] {
  if (node.type === "text") return [text(node.value.replace(/\u00A0/g, " ").replace(unseen, ""))];
  if (node.type !== "element" || dropped.has(node.tagName) || isHidden(node)) return [];
  const { tagName } = node;
  const styles = stylesOf(node);
  const inner = (more: Partial<Place> = {}) =>
    all(node.children, Object.assign({}, place, { around: classesOf(node), parent: tagName }, more));
  const indented = { depth: place.depth + 1 };
  const heading = /^h[1-6]$/.test(tagName) ? tagName : headings[classesOf(node)];
  if (heading !== undefined) {
    const words = tidyMarks(inner({ isInHeading: true }).flatMap(wordsIn));
    return textOf(words).trim() === "" ? [] : [element(heading, words)];
  }
  if (tagName === "br" || tagName === "hr") return [element(tagName, [])];
  if (tagName === "pre") return [codeBlock(node, place.around)];
  if (tagName === "img") return imageOf(node, place.isInLink, place.pictures);
  if (tagName === "a") return linkOf(node, inner({ isInLink: true }), place);
  if (tagName === "p") return paragraphsIn(inner());
  if (tagName === "blockquote" || /\bMso(Intense)?Quote\b/.test(classesOf(node))) {
    const quoted = paragraphsIn(inner(indented));
    return place.depth >= deepest || quoted.length === 0 ? quoted : [element("blockquote", quoted)];
  }
  if (tagName === "ul" || tagName === "ol")
    return place.depth >= deepest ? paragraphsIn(inner(indented)) : listOf(node, inner(indented));
  if (tagName === "table") return tableOf(inner().filter((child) => isElement(child, "tr")));
  if (parts[tagName]?.includes(place.parent)) return partOf(node, inner, place);
  if (containers.has(tagName) || tagName in parts) return paragraphsIn(inner());
  return marked(node, inner(), styles, place);
}

function partOf(node: Element, inner: (more?: Partial<Place>) => Content[], { depth }: Place): Content[] {
  const { tagName } = node;
  if (tagName === "li") return depth > deepest ? inner() : [itemOf(node, inner())];
  if (tagName === "td" || tagName === "th") return [cellOf(node, inner({ isInHeading: tagName === "th" }))];
  if (tagName === "tr")
    return [
      element(
        "tr",
        inner().filter((child) => isElement(child, "td", "th")),
      ),
    ];
  return inner();
}

/** Blocks in a mark, such as the whole of a text in one `<b>`, stay as they are. */
function marked(
  { tagName }: Element,
  children: Content[],
  styles: ReadonlyMap<string, string>,
  place: Place,
): Content[] {
  const own = marks[tagName];
  const names = new Set([...(own !== undefined && !isUndone(styles) ? [own] : []), ...marksOf(styles)]);
  if (place.isInHeading) names.delete("strong");
  if (children.some(isBlock) || textOf(children).trim() === "") return children;
  const order = ["code", "del", "em", "strong"].filter((name) => names.has(name));
  return order.reduce<Content[]>(
    (content, name) => [element(name, name === "code" ? [text(textOf(content))] : content)],
    children,
  );
}

function linkOf({ properties }: Element, children: Content[], place: Place): Content[] {
  const href = allowedAddress(properties.href);
  const isLink = href !== undefined && !place.isInLink && !children.some(isBlock);
  if (!isLink) return children;
  return textOf(children).trim() === "" ? [] : [element("a", tidyMarks(children), { href })];
}

/** A heading has one line. */
const wordsIn = (node: Content): Content[] => {
  if (isElement(node, "br")) return [text(" ")];
  return isBlock(node) ? (node.children as Content[]).flatMap(wordsIn) : [node];
};
