import { closingFences, endOfFrontMatter, lastCommentEnd } from "./opaque.ts";

/**
 * A line of the file. `column` uses tab stops of 4. Front matter, fenced code and HTML comments are `opaque`;
 * `opens` marks the first line of the latter two.
 */
export interface SourceLine {
  text: string;
  column: number;
  kind: "blank" | "opaque" | "heading" | "break" | "text";
  opens: boolean;
}

/** Returns the column of the text, with tab stops of 4. */
function columnOf(text: string): number {
  let column = 0;
  for (const character of text) {
    if (character === "\t") column += 4 - (column % 4);
    else if (/\s/u.test(character)) column++;
    else break;
  }
  return column;
}

const fence = /^(?:[-*+]\s+)?(`{3,}|~{3,})(.*)$/su;
const boxed = /^(?:[-*+]\s+|[0-9.]+[.)]?\s+)?\[\s{0,2}[^\]\s]?\s{0,2}\]\s/u;

/**
 * Classifies lines. Indentation alone is never code, since tasks may be indented as deep. An unclosed fence
 * or comment is text; a fence ends at a task or heading further left.
 */
export function readLines(text: string): SourceLine[] {
  const texts = text.split("\n");
  const trimmed = texts.map((line) => line.trim());
  const isClosed = closingFences(trimmed);
  const commentEnd = lastCommentEnd(trimmed);
  const start = endOfFrontMatter(texts);
  let until: { mark: string; column: number } | null = null;
  return texts.map((text, index) => {
    const own = trimmed[index] ?? "";
    const column = columnOf(text);
    const line = (kind: SourceLine["kind"], opens = false): SourceLine => ({ text, column, kind, opens });
    if (index < start) return line("opaque", index === 0);
    const isHeading = column <= 3 && /^#{1,6}(?:\s|$)/u.test(own);
    if (until !== null) {
      const isLeft = column < until.column && until.mark !== "-->" && (isHeading || boxed.test(own));
      const isEnd = until.mark === "-->" ? own.includes("-->") : isFenceEnd(own, until.mark);
      if (isEnd || isLeft) until = null;
      if (!isLeft) return line("opaque");
    }
    if (own === "") return line("blank");
    const [, mark = "", info = ""] = fence.exec(own) ?? [];
    if (mark !== "" && !(mark.startsWith("`") && info.includes("`")) && isClosed(index, mark)) {
      until = { mark, column };
      return line("opaque", true);
    }
    if (own.startsWith("<!--") && (own.includes("-->", 4) || index < commentEnd)) {
      if (!own.includes("-->", 4)) until = { mark: "-->", column };
      return line("opaque", true);
    }
    if (isHeading) return line("heading");
    return line(column <= 3 && /^(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/u.test(own) ? "break" : "text");
  });
}

const isFenceEnd = (own: string, mark: string) =>
  own.length >= mark.length && own === mark.charAt(0).repeat(own.length);
