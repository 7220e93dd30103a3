import type { Criterion } from "@groundplan/contract";
import { close, readLine } from "../../../markdown/scan.ts";
import { newScan } from "../../../markdown/state.ts";
import { newCollector } from "./collector.ts";

export type { Criterion } from "@groundplan/contract";

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Returns the acceptance criteria of a spec's markdown, in order: the numbered items under its "Acceptance criteria"
 * and "Done when" headings. `docs/decisions/acceptance-criteria.md` holds the rules. Never throws; takes time in
 * proportion to the length of the text.
 */
export function acceptanceCriteria(markdown: string): Criterion[] {
  const source = markdown.includes("\r") ? markdown.replace(/\r\n?/g, "\n") : markdown;
  const collector = newCollector();
  const scan = newScan(source, collector);
  let start = source.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (start < source.length) {
    const newline = source.indexOf("\n", start);
    const end = newline === -1 ? source.length : newline;
    readLine(scan, start, end);
    start = end + 1;
  }
  close(scan, 0);
  return collector.found;
}
