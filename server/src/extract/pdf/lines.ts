/** A line of a page. */
export interface Line {
  text: string;
  /** The size of its letters, in points. */
  size: number;
  /** This is true where a gap lies above it. */
  isApart: boolean;
}

/** A run of text as the library finds it; marks of structure have no text. */
export interface Run {
  str?: string;
  transform?: number[];
  width?: number;
  height?: number;
  hasEOL?: boolean;
}

/** Puts the runs of a page together: those on one height are a line. */
export function linesOf(runs: readonly object[]): Line[] {
  const lines: Line[] = [];
  let open: { text: string; size: number; y: number; right: number } | null = null;
  let last: { y: number; size: number } | null = null;
  const end = () => {
    const text = open?.text.replace(/\s+/g, " ").trim() ?? "";
    if (open && text) {
      const gap: number = last ? last.y - open.y : 0;
      lines.push({
        text,
        size: open.size,
        isApart: last === null || gap < 0 || gap > 1.55 * Math.max(open.size, last.size),
      });
      last = { y: open.y, size: open.size };
    }
    open = null;
  };
  for (const { str = "", transform = [], width = 0, height = 0, hasEOL } of runs as Run[]) {
    const [x = 0, y = 0] = transform.slice(4);
    const line: typeof open = open;
    if (line && str.trim() !== "" && Math.abs(line.y - y) > Math.max(line.size, height) * 0.5) end();
    open ??= { text: "", size: 0, y, right: x };
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

/** Writes a page: lines become paragraphs, and one that begins with a bullet or a number becomes an item. */
export function pageMarkdown(lines: readonly Line[], level: LevelOf): string {
  const blocks: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const heading = level(line);
    const item = /^(?:[•◦▪‣●○■–]\s*|(\d{1,3})[.)]\s+)(?=\S)/.exec(line.text);
    if (heading !== null) blocks.push(`${"#".repeat(heading)} ${line.text}`);
    else if (item) blocks.push(`${item[1] ? `${item[1]}. ` : "- "}${line.text.slice(item[0].length)}`);
    else if (isOpen && !line.isApart) blocks.push(`${blocks.pop()}\n${line.text}`);
    else blocks.push(line.text);
    isOpen = heading === null;
  }
  return blocks.join("\n\n").replace(/^((?:- |\d+\. ).*)\n(?=\n(?:- |\d+\. ))/gm, "$1");
}
