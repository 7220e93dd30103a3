import { delimiterOf, parseCsv } from "../csv.ts";
import { charsetOf, decodeText } from "../decode-text.ts";
import { cellText, tableMarkdown } from "../markdown/table.ts";
import type { About, Read } from "../reader.ts";

/** Shows comma-separated values as a table. */
export function readCsv(bytes: Buffer, { name, mediaType }: About): Read {
  const text = (decodeText(bytes, charsetOf(mediaType)) ?? "").replace(/^\ufeff/, "");
  const [, said, values] = /^sep=(.)\n([\s\S]*)$/.exec(text) ?? [null, undefined, text];
  const isTabs = /\.tsv$/i.test(name) || /tab-separated/i.test(mediaType);
  const rows = parseCsv(values ?? "", said ?? (isTabs ? "\t" : delimiterOf(values ?? "")));
  return {
    text: tableMarkdown(rows.map((row) => row.map(cellText))),
    pictures: 0,
    problem: null,
    description: "",
  };
}
