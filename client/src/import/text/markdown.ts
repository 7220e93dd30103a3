import MarkdownIt, { type Token } from "markdown-it";

const parser = new MarkdownIt("commonmark");

/** A top-level heading on the lines `[line, end)`, from 0. */
export interface Heading {
  line: number;
  end: number;
  level: number;
  text: string;
  /** The setext underline (`=` or `-`), or the run of `#`. */
  markup: string;
}

/** Caches the last text, which numbering and labelling parse in turn. */
let last: { text: string; tokens: readonly Token[] } = { text: "", tokens: [] };

/** Parses CommonMark blocks. Inline content stays as written. */
export function blocks(text: string): readonly Token[] {
  if (text === last.text) return last.tokens;
  const tokens: Token[] = [];
  parser.block.parse(text, parser, {}, tokens);
  last = { text, tokens };
  return tokens;
}

/** Tests for an unclosed code block or HTML comment, which would swallow the next heading. */
export function leavesOpen(text: string): boolean {
  if (!/`{3}|~{3}|</u.test(text)) return false;
  const whole = `${text}\n\n## x`;
  return headings(blocks(whole)).at(-1)?.line !== whole.split("\n").length - 1;
}

/** Returns the top-level headings in order. */
export function headings(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open" || token.level > 0 || token.map === null) return [];
    const [line, end] = token.map;
    const text = tokens[index + 1]?.content ?? "";
    return [{ line, end, level: Number(token.tag.slice(1)), text, markup: token.markup }];
  });
}

/** Returns the first heading behind an index that a test accepts. */
export function headingAfter(
  found: readonly Heading[],
  index: number,
  isAccepted: (heading: Heading) => boolean,
): Heading | undefined {
  for (let at = index + 1; at < found.length; at++) {
    const heading = found[at];
    if (heading && isAccepted(heading)) return heading;
  }
  return undefined;
}

/** Returns the first lines (from 0) of top-level paragraphs. */
export function paragraphStarts(tokens: readonly Token[]): { line: number }[] {
  return tokens.flatMap(({ type, level, map }) =>
    type === "paragraph_open" && level === 0 && map !== null ? [{ line: map[0] }] : [],
  );
}

/** Returns the entries of an ordered list that start in the lines `[from, to)`. */
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

/** Joins lines without blank ones at both ends; keeps the first line's indentation. */
export function trimBlankLines(lines: string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first < 0 ? "" : lines.slice(first, last + 1).join("\n");
}
