import type { Element } from "hast";
import { type Content, element, isBlock, isElement, text } from "./elements.ts";
import { paragraphsIn, tidyMarks } from "./paragraphs.ts";

/** Columns and rows that a cell may take. */
const mostSpan = 50;

/** Returns a table of words; what stands in one column is no table. */
export function tableOf(rows: readonly Element[]): Content[] {
  const columns = Math.max(0, ...rows.map(({ children }) => children.length));
  if (columns > 1)
    return [
      element(
        "table",
        rows.map((row, index) => flatRow(row, index === 0)),
      ),
    ];
  return rows.flatMap(({ children }) =>
    children.flatMap((cell) => (isElement(cell) ? paragraphsIn(cell.children as Content[]) : [])),
  );
}

export const cellOf = ({ tagName, properties }: Element, children: Content[]): Element =>
  element(tagName, children, { colSpan: spanOf(properties.colSpan), rowSpan: spanOf(properties.rowSpan) });

const spanOf = (span: unknown) => Math.min(Math.max(Math.floor(Number(span)) || 1, 1), mostSpan);

/** The first row is the head, which Markdown asks for. */
const flatRow = (row: Element, isHead: boolean) =>
  element(
    "tr",
    row.children.flatMap((cell) =>
      isElement(cell)
        ? [element(isHead ? "th" : "td", tidyMarks(flat(cell.children as Content[])), cell.properties)]
        : [],
    ),
  );

/** Markdown's cells have one line. */
function flat(nodes: readonly Content[]): Content[] {
  return nodes.flatMap((node): Content[] => {
    if (isElement(node, "br")) return [text(" ")];
    if (isElement(node, "input")) return [];
    return isBlock(node) ? [text(" "), ...flat(node.children as Content[]), text(" ")] : [node];
  });
}
