import type { Element, Root, RootContent } from "hast";
import { isElement, textOf } from "./nodes.ts";

/** Gives blocks of code in mermaid, GitHub's language of diagrams, their source. */
export function markDiagrams(parent: Root | Element): void {
  for (const child of (parent.children as RootContent[]).filter(isElement)) {
    const [code] = child.children;
    const isDiagram =
      child.tagName === "pre" &&
      code?.type === "element" &&
      [code.properties.className].flat().includes("language-mermaid");
    if (isDiagram) child.properties.dataDiagram = textOf(code);
    else markDiagrams(child);
  }
}
