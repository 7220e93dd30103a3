import { longText } from "./long-text.ts";

/**
 * Parses CSV (RFC 4180) with any delimiter, row by row. Malformed cells are taken as is; blank lines and
 * cells beyond the widest row are skipped.
 */
export function* parseCsv(
  text: string,
  delimiter: string,
  widest = Number.POSITIVE_INFINITY,
): Generator<string[]> {
  let row: string[] = [];
  for (let offset = 0; offset < text.length; ) {
    if (row.length === 0 && isLineEnd(text.charCodeAt(offset))) {
      offset++;
      continue;
    }
    const cell = text[offset] === '"' ? quoted(text, offset, delimiter) : plain(text, offset, delimiter);
    if (row.length < widest) row.push(cell.text);
    offset = cell.end;
    if (text[offset] === delimiter) {
      offset++;
      if (offset === text.length && row.length < widest) row.push("");
      continue;
    }
    if (offset === text.length) break;
    offset += text[offset] === "\r" && text[offset + 1] === "\n" ? 2 : 1;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}

function plain(text: string, from: number, delimiter: string) {
  const stop = delimiter.charCodeAt(0);
  let end = from;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === stop || isLineEnd(code)) break;
  }
  return { text: text.slice(from, end), end };
}

const isLineEnd = (code: number) => code === 10 || code === 13;

/** Reads a quoted cell; text behind the closing quote is part of it. */
function quoted(text: string, from: number, delimiter: string) {
  const cell = longText();
  let offset = from + 1;
  for (;;) {
    const quote = text.indexOf('"', offset);
    if (quote < 0) return { text: cell.end() + text.slice(offset), end: text.length };
    const isDouble = text[quote + 1] === '"';
    cell.add(text.slice(offset, isDouble ? quote + 1 : quote));
    offset = quote + 2;
    if (!isDouble) break;
  }
  const rest = plain(text, offset - 1, delimiter);
  return { text: cell.end() + rest.text, end: rest.end };
}

/** Guesses the delimiter that gives most of the first rows the same number of cells, at least two; titles have one. */
export function delimiterOf(text: string): string {
  const start = text.slice(0, 20_000);
  const rated = [",", ";", "\t", "|"].map((delimiter) => {
    const rows = parseCsv(start, delimiter).take(50).toArray();
    const counts = new Map<number, number>();
    for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [width, same] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0]);
    return { delimiter, score: width > 1 ? (same / rows.length) * 1000 + width : 0 };
  });
  return rated.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}
