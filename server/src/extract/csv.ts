/** Reads comma-separated values (RFC 4180) with any delimiter. A malformed cell is taken as it stands. */
export function parseCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quoted(text, at, delimiter) : plain(text, at, delimiter);
    row.push(cell.text);
    at = cell.end;
    if (text[at] === delimiter) {
      at++;
      if (at === text.length) row.push("");
      continue;
    }
    if (at === text.length) break;
    at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function plain(text: string, from: number, delimiter: string) {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end++;
  return { text: text.slice(from, end), end };
}

/** A quote inside of quotes is doubled; text behind the last one belongs to the cell, too. */
function quoted(text: string, from: number, delimiter: string) {
  const parts: string[] = [];
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { text: parts.join("") + text.slice(at), end: text.length };
    parts.push(text.slice(at, quote));
    at = quote + 2;
    if (text[quote + 1] !== '"') break;
    parts.push('"');
  }
  const rest = plain(text, at - 1, delimiter);
  return { text: parts.join("") + rest.text, end: rest.end };
}

/** Guesses the delimiter: the one by which most of the first rows have the same number of cells, more than one. */
export function delimiterOf(text: string): string {
  const start = text.slice(0, 20_000);
  const rated = [",", ";", "\t", "|"].map((delimiter) => {
    const rows = parseCsv(start, delimiter).slice(0, 50);
    const width = rows[0]?.length ?? 0;
    const same = rows.filter((row) => row.length === width).length;
    return { delimiter, score: width > 1 ? (same / rows.length) * 1000 + width : 0 };
  });
  return rated.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}
