import { inReadingOrder } from "./right-to-left.ts";
import type { Run } from "./run.ts";

export interface PdfLine {
  text: string;
  /** Font size in points. */
  size: number;
  /** X position in points. */
  left: number;
  /** True after a vertical gap. */
  isApart: boolean;
}

/** Groups the runs of a page into lines by their height. */
export function linesOf(runs: readonly object[]): PdfLine[] {
  const lines: PdfLine[] = [];
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

/** Returns a line's heading level; `null` if it is none. */
export type LevelOf = (line: PdfLine) => number | null;

/**
 * Finds headings: outline titles, otherwise lines larger than most of the text. The four largest sizes make
 * the levels.
 */
export function cleanHeadings(pages: readonly PdfLine[][], titles: ReadonlyMap<string, number>): LevelOf {
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

/** Writes a page: lines become paragraphs, bullets and numbers become items, nested by indentation. */
export function pageMarkdown(lines: readonly PdfLine[], level: LevelOf): string {
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

/** Tracks the open items. */
function nestedLists() {
  const around: { left: number; marker: string }[] = [];
  const lastLeft = () => around.at(-1)?.left ?? Number.POSITIVE_INFINITY;
  return {
    /** Returns an item's indentation. A large jump to the right is another column and starts a new list. */
    indent({ left, size }: PdfLine, marker: string): string {
      while (around.length > 0 && left < lastLeft() + size / 3) around.pop();
      if (left > lastLeft() + 5 * size) around.length = 0;
      const spaces = around.reduce((sum, item) => sum + item.marker.length, 0);
      around.push({ left, marker });
      return " ".repeat(spaces);
    },
  };
}
