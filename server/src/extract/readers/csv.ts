import { delimiterOf, parseCsv } from "../csv.ts";
import { textOf } from "../decode-text.ts";
import { cellText, mostColumns, tableMarkdown } from "../markdown/table.ts";
import { type About, longest, type Read } from "../reader.ts";

/** Renders CSV as a table, up to the length that a text may keep. */
export function readCsv(bytes: Buffer, { name, mediaType }: About): Read {
  const text = textOf(bytes, mediaType);
  const said = /^sep=(.)\n/.exec(text);
  const values = text.slice(said?.[0].length ?? 0);
  const isTabs = /\.tsv$/i.test(name) || /tab-separated/i.test(mediaType);
  const delimiter = said?.[1] ?? (isTabs ? "\t" : delimiterOf(values));
  let isWide = false;
  const rows = parseCsv(values, delimiter, mostColumns + 1).map((row) => {
    isWide ||= row.length > mostColumns;
    return row.slice(0, mostColumns).map(cellText);
  });
  return {
    text: tableMarkdown(rows, longest),
    pictures: 0,
    problem: isWide ? tooWide : null,
  };
}

const tooWide = `Rows have more than ${mostColumns} cells; the rest were left out.`;
