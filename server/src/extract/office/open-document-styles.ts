import { readXml } from "./read-xml.ts";

export interface OpenDocumentStyles {
  /** Marks of a text style, such as `strong`. */
  marks: (style: string) => readonly string[];
  isNumbered: (listStyle: string, level: number) => boolean;
}

/** Reads which styles are bold or italic, and which lists are numbered. */
export function readOpenDocumentStyles(parts: readonly string[]): OpenDocumentStyles {
  const marks = new Map<string, string[]>();
  const numbered = new Set<string>();
  let [style, list] = ["", ""];
  for (const xml of parts) {
    readXml(xml, {
      open(name, attributes) {
        const level = attributes["text:level"] ?? "";
        if (name === "style")
          style = attributes["style:family"] === "text" ? (attributes["style:name"] ?? "") : "";
        if (name === "list-style") list = attributes["style:name"] ?? "";
        if (name === "list-level-style-number" && attributes["style:num-format"])
          numbered.add(`${list} ${level}`);
        if (name !== "text-properties" || style === "") return;
        const found: string[] = [];
        if (attributes["fo:font-weight"] === "bold") found.push("strong");
        if (attributes["fo:font-style"] === "italic") found.push("em");
        const line = attributes["style:text-line-through-style"];
        if (line && line !== "none") found.push("del");
        marks.set(style, found);
      },
    });
  }
  return {
    marks: (name) => marks.get(name) ?? [],
    isNumbered: (name, level) => numbered.has(`${name} ${level}`),
  };
}
