import type { Token } from "markdown-it";
import { itemOfLine } from "./items.ts";

/** A top-level list with each item's lines as written. `line` is its first, from 0. */
export interface List {
  line: number;
  isNumbered: boolean;
  items: string[];
}

/**
 * Returns top-level lists in order: markdown's, and lines with numbers that it doesn't read (`١. …`, `1、…`,
 * `1.1 …`) up to the next heading or list.
 */
export function listsOf(tokens: readonly Token[], lines: readonly string[]): List[] {
  const lists: List[] = [];
  let open: List | null = null;
  for (const { type, level, map } of tokens) {
    if (map === null) continue;
    const [from, to] = map;
    if (level === 1 && type === "list_item_open") lists.at(-1)?.items.push(lines.slice(from, to).join("\n"));
    if (level > 0) continue;
    if (type === "heading_open") open = null;
    if (type === "ordered_list_open" || type === "bullet_list_open") {
      open = null;
      lists.push({ line: from, isNumbered: type === "ordered_list_open", items: [] });
    }
    if (type !== "paragraph_open") continue;
    let items: string[] | null = null;
    for (let index = from; index < to; index++) {
      const line = lines[index] ?? "";
      if (itemOfLine(line, 1) !== null) {
        if (open === null) {
          open = { line: index, isNumbered: true, items: [] };
          lists.push(open);
        }
        items = open.items;
        items.push(line);
      } else if (items) items.push(`${items.pop()}\n${line}`);
    }
  }
  return lists;
}
