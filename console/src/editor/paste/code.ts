import type { Element, ElementContent, Root } from "hast";
import { classesOf, element, isElement, text } from "./elements.ts";
import { isMonospace, stylesOf } from "./styles.ts";

/** Returns a block of code without colours, with its language if a class names it. */
export function codeBlock(node: Element, around: string): Element {
  const inner = node.children.find((child) => isElement(child, "code"));
  const classes = [classesOf(node), inner && isElement(inner) ? classesOf(inner) : "", around].join(" ");
  const language = /\b(?:language|lang|highlight-source|brush:?)[-\s]([\w+#-]{1,30})/.exec(classes)?.[1];
  const properties = language === undefined ? {} : { className: [`language-${language}`] };
  const value = linesOf(node.children).replace(/^\n|\n+$/g, "");
  return element("pre", [element("code", [text(`${value}\n`)], properties)]);
}

/** Some pages make a line of a `<br>`, others an element of its own. */
function linesOf(nodes: readonly ElementContent[]): string {
  let lines = "";
  for (const node of nodes) {
    if (node.type === "text") lines += node.value;
    else if (isElement(node, "br")) lines += "\n";
    else if (isElement(node) && !["button", "script", "style"].includes(node.tagName)) {
      const isLine = ["div", "p", "li", "tr"].includes(node.tagName);
      const inner = linesOf(node.children);
      lines += isLine && !inner.endsWith("\n") ? `${inner}\n` : inner;
    }
  }
  return lines;
}

/** True for what editors of code copy: nothing but one coloured, monospaced box. */
export function isCopiedCode(root: Root): boolean {
  const content = root.children.filter(
    (node) =>
      (node.type === "element" && node.tagName !== "meta") ||
      (node.type === "text" && node.value.trim() !== ""),
  );
  const [box, ...others] = content;
  if (!isElement(box, "div", "pre") || others.length > 0) return false;
  const styles = stylesOf(box);
  const isPre = box.tagName === "pre" || (styles.get("white-space") ?? "").startsWith("pre");
  return isPre && isMonospace(styles);
}
