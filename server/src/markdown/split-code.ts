import { CODES } from "@groundplan/contract/markdown/markers.ts";
import { readLine } from "@groundplan/contract/markdown/scan.ts";
import { newScan, type Scan } from "@groundplan/contract/markdown/state.ts";
import { codeSpans, matches } from "./code-spans.ts";

export interface Piece {
  kind: "code" | "html" | "text";
  text: string;
}

/** One or more lines that markdown reads together: as code, as HTML, or as text that may hold code spans. */
interface Block {
  kind: Piece["kind"];
  start: number;
  end: number;
  /** True when part of it may be a table or the definition of a link, which end spans that a paragraph would not. */
  unsure: boolean;
}

/**
 * Splits each block of a markdown text into pieces that are code and pieces that are not; joined, they are the text
 * again. Text that only some readers of markdown take for code is in a piece that is not. Takes linear time.
 */
export function splitCode(markdown: string): Piece[][] {
  return readBlocks(markdown).map((block) => splitBlock(block, markdown.slice(block.start, block.end)));
}

/**
 * Returns the closing fence that the text lacks, null where it lacks none; the end of a list or a quote needs no fence.
 */
export function openFence(markdown: string): string | null {
  const { leaf, open, fenceCode, fenceLength } = scanLines(markdown, () => {});
  return leaf === "fence" && open.stack.length === 0
    ? String.fromCharCode(fenceCode).repeat(fenceLength)
    : null;
}

/** Calls `visit` after each line, which starts at `start`, ends before `next`, and was read after `before`. */
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
  // The scanner knows no footnotes, in which an indented line is not code.
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

/**
 * Matches a possible second row of a table. A line of hyphens alone is one to some readers, and underlines a heading to
 * others.
 */
const row = /[ \t\v\f>|:]*-[ \t\v\f>|:-]*(?:[\r\n]|$)/y;

/** Matches an indent of four columns, where some readers still see a quote. */
const deep = /(?: {4}| {0,3}\t)/y;

/**
 * Returns the kind of a line. Indented code is certain only where a blank line sets it off, outside of lists, quotes
 * and footnotes.
 */
function kindOf({ leaf, line }: Scan, before: Scan["leaf"], isSetOff: boolean): Block["kind"] {
  if (leaf === "fence") return "code";
  if (leaf === "code") return isSetOff ? "code" : "html";
  if (leaf === "html") return "html";
  // The last line of HTML leaves nothing open, like a heading.
  return leaf === "none" && (before === "html" || line.code === CODES.less) ? "html" : "text";
}

function splitBlock({ kind, unsure }: Block, text: string): Piece[] {
  if (kind !== "text" || !text.includes("`")) return [{ kind, text }];
  const { spans, loose } = codeSpans(text);
  if (unsure && (loose || !isEachCellClosed(text))) return [{ kind, text }];
  const pieces: Piece[] = [];
  let done = 0;
  for (const [from, to] of spans) {
    pieces.push({ kind, text: text.slice(done, from) }, { kind: "code", text: text.slice(from, to) });
    done = to;
  }
  pieces.push({ kind, text: text.slice(done) });
  return pieces;
}

/** Returns true if no span reaches over the end of a line or a cell, so that it makes no difference what ends there. */
function isEachCellClosed(text: string): boolean {
  return text.split(/[\r\n]|(?<!\\)\|/).every((cell) => !codeSpans(cell).loose);
}
