import { inReadingOrder } from "./right-to-left.ts";
import type { Run } from "./run.ts";

/** A line of a page. */
export interface Line {
  text: string;
  /** The size of its letters, in points. */
  size: number;
  /** The place of its first letter from the left, in points. */
  left: number;
  /** This is true where a gap lies above it. */
  isApart: boolean;
}

/** Puts the runs of a page together: those on one height are a line. */
export function linesOf(runs: readonly object[]): Line[] {
  const lines: Line[] = [];
  let open: { text: string; size: number; y: number; left: number; right: number } | null = null;
  let last: { y: number; size: number } | null = null;
  const end = () => {
    const text = open?.text.replace(/\s+/g, " ").trim() ?? "";
    if (open && text) {
      const gap: number = last ? last.y - open.y : 0;
      lines.push({
        text,
        size: open.size,
        left: open.left,
        isApart: last === null || gap < 0 || gap > 1.55 * Math.max(open.size, last.size),
      });
      last = { y: open.y, size: open.size };
    }
    open = null;
  };
  for (const { str = "", transform = [], width = 0, height = 0, hasEOL } of inReadingOrder(runs as Run[])) {
    const [x = 0, y = 0] = transform.slice(4);
    const line: typeof open = open;
    if (line && str.trim() !== "" && Math.abs(line.y - y) > Math.max(line.size, height) * 0.5) end();
    open ??= { text: "", size: 0, y, left: x, right: x };
    if (open.text.trim() === "") open.left = x;
    const isFarther =
      x - open.right > Math.max(height, 1) * 0.2 && !/\s$/.test(open.text) && open.text !== "";
    open.text += (isFarther ? " " : "") + str;
    if (str.trim() !== "") open.size = Math.max(open.size, Math.round(height * 10) / 10);
    open.right = x + width;
    if (hasEOL) end();
  }
  end();
  return lines;
}

/** Returns a line's level as a heading, or `null` where it is none. */
export type LevelOf = (line: Line) => number | null;

/**
 * Finds headings: what the outline names, and otherwise lines in letters that are larger than those of most of the
 * text. The largest of four sizes are the first level.
 */
export function cleanHeadings(pages: readonly Line[][], titles: ReadonlyMap<string, number>): LevelOf {
  const letters = new Map<number, number>();
  for (const { text, size } of pages.flat()) letters.set(size, (letters.get(size) ?? 0) + text.length);
  const [body = 0] = [...letters].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const sizes = [...letters.keys()].filter((size) => size > body * 1.15).toSorted((a, b) => b - a);
  return ({ text, size }) => {
    const named = titles.get(text);
    if (named !== undefined) return named;
    if (size <= body * 1.15 || text.length > 200 || !/\p{L}/u.test(text)) return null;
    return Math.min(sizes.indexOf(size) + 1, 4);
  };
}

/**
 * Writes a page: lines become paragraphs, and one that begins with a bullet or a number becomes an item, which lies in the
 * one before it where it begins farther to the right.
 */
export function pageMarkdown(lines: readonly Line[], level: LevelOf): string {
  const blocks: string[] = [];
  let lists = nestedLists();
  let isOpen = false;
  for (const line of lines) {
    const heading = level(line);
    const item = heading === null ? /^(?:[•◦▪‣●○■–]\s*|(\d{1,3})[.)]\s+)(?=\S)/.exec(line.text) : null;
    if (item) {
      const marker = item[1] ? `${item[1]}. ` : "- ";
      blocks.push(lists.indent(line, marker) + marker + line.text.slice(item[0].length));
    } else if (heading === null && isOpen && !line.isApart) blocks.push(`${blocks.pop()}\n${line.text}`);
    else {
      blocks.push(heading === null ? line.text : `${"#".repeat(heading)} ${line.text}`);
      lists = nestedLists();
    }
    isOpen = heading === null;
  }
  return blocks.join("\n\n").replace(/^( *(?:- |\d+\. ).*)\n(?=\n *(?:- |\d+\. ))/gm, "$1");
}

/** Keeps which items are around the next one. */
function nestedLists() {
  const around: { left: number; marker: string }[] = [];
  const lastLeft = () => around.at(-1)?.left ?? Number.POSITIVE_INFINITY;
  return {
    /** Returns the spaces before an item. What begins far to the right is in another column, and in no item. */
    indent({ left, size }: Line, marker: string): string {
      while (around.length > 0 && left < lastLeft() + size / 3) around.pop();
      if (left > lastLeft() + 5 * size) around.length = 0;
      const spaces = around.reduce((sum, item) => sum + item.marker.length, 0);
      around.push({ left, marker });
      return " ".repeat(spaces);
    },
  };
}
