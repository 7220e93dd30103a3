import MarkdownIt, { type Token } from "markdown-it";

const parser = new MarkdownIt("commonmark");

/** A heading stands outside lists, quotes and code, on the lines `[line, end)` from 0. Its level is 1 to 6. */
export interface Heading {
  line: number;
  end: number;
  level: number;
  text: string;
  /** This is the underline of a setext heading (`=` or `-`), or the run of `#`. */
  markup: string;
}

/** The last text is kept, since numbering criteria and labelling them parse the same one, one after the other. */
let last: { text: string; tokens: readonly Token[] } = { text: "", tokens: [] };

/** Parses the CommonMark blocks of a text. Only the block phase runs, so `content` is the source as it was written. */
export function blocks(text: string): readonly Token[] {
  if (text === last.text) return last.tokens;
  const tokens: Token[] = [];
  parser.block.parse(text, parser, {}, tokens);
  last = { text, tokens };
  return tokens;
}

/** Returns true if a text leaves a code block or HTML comment open, which would swallow a heading after it. */
export function leavesOpen(text: string): boolean {
  if (!/`{3}|~{3}|</u.test(text)) return false;
  const whole = `${text}\n\n## x`;
  return headings(blocks(whole)).at(-1)?.line !== whole.split("\n").length - 1;
}

/** Returns the headings of the document itself, in order. */
export function headings(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open" || token.level > 0 || token.map === null) return [];
    const [line, end] = token.map;
    const text = tokens[index + 1]?.content ?? "";
    return [{ line, end, level: Number(token.tag.slice(1)), text, markup: token.markup }];
  });
}

/** Returns the first lines (from 0) of the paragraphs of the document itself. */
export function paragraphStarts(tokens: readonly Token[]): { line: number }[] {
  return tokens.flatMap(({ type, level, map }) =>
    type === "paragraph_open" && level === 0 && map !== null ? [{ line: map[0] }] : [],
  );
}

/** Returns those of some places, which are in order, that begin in the lines `[from, to)`. */
export function linesWithin<T extends { line: number }>(places: readonly T[], from: number, to: number): T[] {
  const firstFrom = (line: number) => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle]?.line ?? line) < line) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return places.slice(firstFrom(from), firstFrom(to));
}

/** Joins lines without the blank ones at both ends; the indentation of the first line stays. */
export function trimBlankLines(lines: string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first < 0 ? "" : lines.slice(first, last + 1).join("\n");
}
