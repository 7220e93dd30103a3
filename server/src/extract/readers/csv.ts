import { delimiterOf, parseCsv } from "../csv.ts";
import { charsetOf, decodeText } from "../decode-text.ts";
import { cellText, tableMarkdown } from "../markdown/table.ts";
import type { About, Read } from "../reader.ts";

/** What is beyond would be cut from the text anyway. */
const longest = 10_000_000;

/** Shows comma-separated values as a table. */
export function readCsv(bytes: Buffer, { name, mediaType }: About): Read {
  const text = (decodeText(bytes, charsetOf(mediaType)) ?? "").replace(/^\ufeff/, "");
  const [, said, values] = /^sep=(.)\n([\s\S]*)$/.exec(text) ?? [null, undefined, text];
  const isTabs = /\.tsv$/i.test(name) || /tab-separated/i.test(mediaType);
  const start = (values ?? "").slice(0, longest);
  const rows = parseCsv(start, said ?? (isTabs ? "\t" : delimiterOf(start)));
  return {
    text: tableMarkdown(rows.map((row) => row.map(cellText))),
    pictures: 0,
    problem: null,
    description: "",
  };
}
