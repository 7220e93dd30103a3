import { CODES } from "@groundplan/contract/markdown/markers.ts";
import { readLine } from "@groundplan/contract/markdown/scan.ts";
import { newScan, type Scan } from "@groundplan/contract/markdown/state.ts";
import { codeSpans, matches } from "./code-spans.ts";

export interface Segment {
  kind: "code" | "html" | "text";
  text: string;
}

/** Lines that markdown reads together: code, HTML, or text with possible code spans. */
interface Block {
  kind: Segment["kind"];
  start: number;
  end: number;
  /** True if part of it may be a table or link definition, which end spans that a paragraph would not. */
  unsure: boolean;
}

/**
 * Splits each block into code and other pieces, which join to the original. Only undisputed code counts.
 * Takes linear time.
 */
export function splitCode(markdown: string): Segment[][] {
  return readBlocks(markdown).map((block) => splitBlock(block, markdown.slice(block.start, block.end)));
}

/**
 * Returns the missing closing fence; null if none is missing. The end of a list or quote closes its fences.
 */
export function openFence(markdown: string): string | null {
  const { leaf, open, fenceCode, fenceLength } = scanLines(markdown, () => {});
  return leaf === "fence" && open.stack.length === 0
    ? String.fromCharCode(fenceCode).repeat(fenceLength)
    : null;
}

/** Calls `visit` after each line with its range and the previous leaf. */
function scanLines(
  markdown: string,
  visit: (scan: Scan, start: number, next: number, before: Scan["leaf"]) => void,
): Scan {
  const scan = newScan(markdown);
  const lineEnd = /\r\n?|\n|$/g;
  for (let start = 0; start < markdown.length; start = lineEnd.lastIndex) {
    lineEnd.lastIndex = start;
    const end = lineEnd.exec(markdown)?.index ?? markdown.length;
    const { leaf } = scan;
    readLine(scan, start, end);
    visit(scan, start, lineEnd.lastIndex, leaf);
  }
  return scan;
}

function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  // The scanner doesn't know footnotes, in which indented lines are not code.
  const hasNotes = markdown.includes("[^") && markdown.includes("]:");
  let wasEmpty = true;
  let isSetOff = true;
  let unsure = false; // Lasts until the next blank line.
  scanLines(markdown, (scan, start, end, before) => {
    const { leaf, line } = scan;
    const last = blocks.at(-1);
    const goesOn = leaf === "table" || (leaf === "paragraph" && scan.paragraphStart < start);
    if (before !== "code") isSetOff = wasEmpty;
    isSetOff &&= scan.open.stack.length === 0 && !hasNotes;
    if (line.isEmpty) unsure = false;
    else if (matches(row, markdown, start) || (goesOn && matches(deep, markdown, start))) unsure = true;
    else if (leaf === "code" && !isSetOff) unsure = true;
    if (last && !wasEmpty) last.unsure ||= unsure;
    if (leaf === "paragraph" && markdown[scan.paragraphStart] === "[") unsure = true;
    const kind = kindOf(scan, before, isSetOff);
    if (last && (goesOn || line.isEmpty || (kind === last.kind && kind !== "text"))) last.end = end;
    else blocks.push({ kind, start, end, unsure });
    wasEmpty = line.isEmpty;
  });
  return blocks;
}

/** A possible delimiter row. Some parsers take a line of hyphens for a row, others for an underline. */
const row = /[ \t\v\f>|:]*-[ \t\v\f>|:-]*(?:[\r\n]|$)/y;

/** A four-column indent, in which some parsers still see a quote. */
const deep = /(?: {4}| {0,3}\t)/y;

/**
 * Returns a line's kind. Indented code is certain only after a blank line, outside of lists, quotes and
 * footnotes.
 */
function kindOf({ leaf, line }: Scan, before: Scan["leaf"], isSetOff: boolean): Block["kind"] {
  if (leaf === "fence") return "code";
  if (leaf === "code") return isSetOff ? "code" : "html";
  if (leaf === "html") return "html";
  // Like a heading, the last line of HTML leaves nothing open.
  return leaf === "none" && (before === "html" || line.code === CODES.less) ? "html" : "text";
}

function splitBlock({ kind, unsure }: Block, text: string): Segment[] {
  if (kind !== "text" || !text.includes("`")) return [{ kind, text }];
  const { spans, loose } = codeSpans(text);
  if (unsure && (loose || !isEachCellClosed(text))) return [{ kind, text }];
  const segments: Segment[] = [];
  let done = 0;
  for (const [from, to] of spans) {
    segments.push({ kind, text: text.slice(done, from) }, { kind: "code", text: text.slice(from, to) });
    done = to;
  }
  segments.push({ kind, text: text.slice(done) });
  return segments;
}

/** Tests that no span crosses a line or cell, so that ambiguous ends don't matter. */
function isEachCellClosed(text: string): boolean {
  return text.split(/[\r\n]|(?<!\\)\|/).every((cell) => !codeSpans(cell).loose);
}
