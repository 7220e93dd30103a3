import { readXml, type XmlAttributes } from "./read-xml.ts";

export interface OpenDocumentStyles {
  /** Marks of a text style, such as `strong`. */
  marks: (style: string) => readonly string[];
  isNumbered: (listStyle: string, level: number) => boolean;
  /** Tests for numbers that markdown can't write, such as `AC-1:` or `1.1`. */
  hasOwnNumbers: (listStyle: string, level: number) => boolean;
  numbersHeadings: (level: number) => boolean;
}

/** Reads which styles are bold or italic, and which lists are numbered. */
export function readOpenDocumentStyles(parts: readonly string[]): OpenDocumentStyles {
  const marks = new Map<string, string[]>();
  const numbered = new Set<string>();
  const own = new Set<string>();
  const headings = new Set<string>();
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
        if (name === "list-level-style-number" && isOwn(attributes)) own.add(`${list} ${level}`);
        if (name === "outline-level-style" && attributes["style:num-format"]) headings.add(level);
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
    hasOwnNumbers: (name, level) => own.has(`${name} ${level}`),
    numbersHeadings: (level) => headings.has(String(level)),
  };
}

/** Tests for numbers with other levels, letters or words. */
function isOwn(attributes: XmlAttributes): boolean {
  const { "style:num-format": format, "style:num-prefix": prefix, "style:num-suffix": suffix } = attributes;
  const isPlain = format === "1" && !/[\p{L}\p{N}]/u.test(`${prefix ?? ""}${suffix ?? ""}`);
  return Boolean(format) && (!isPlain || Number(attributes["text:display-levels"] ?? 1) > 1);
}
