import { close, readLine } from "../criteria/scan.ts";
import { newScan, type Scan } from "../criteria/state.ts";
import { type Languages, languagesOf } from "./language.ts";
import { announcesOpenQuestions, holdsQuestion, isAnswer, isDone, saysNothing } from "./open-questions.ts";
import { plainText } from "./plain-text.ts";

/** What is graded. `danglingNeeds` are the handles of specs of the same plan needed first that are cancelled. */
export type SpecInput = { title: string; content: string; effort: number | null; danglingNeeds: string[] };

/** A place that a rule found; `line` counts from 1 in the content, null for none. */
export type Finding = { line: number | null; text: string };

/** A line of prose: neither code nor HTML nor quotation. `text` is what `plainText` leaves of it. */
export type TextLine = { number: number; raw: string; text: string; isHeading: boolean; isOpen: boolean };

/** An acceptance criterion with its lines of prose. */
export type SpecCriterion = { name: string; line: number; text: string; lines: TextLine[] };

/** A spec, read once for all rules. */
export type SpecText = Omit<SpecInput, "content"> & {
  lines: TextLine[];
  criteria: SpecCriterion[];
  /** The line of the first heading that announces criteria. */
  criteriaHeading: number | null;
  /** Those of the criteria, or of the whole prose where there are none; open questions apart. */
  languages: Languages;
  /** The first line that wasn't read any more, null where all were. */
  unreadFrom: number | null;
};

// No content may keep others waiting for long. So many characters of prose are read, twice what is too long; a line
// counts as so many at least, since short ones take as long as others; of a line so many are read; and so many lines.
const MOST_READ = 30_000;
const SHORTEST_LINE = 30;
const LONGEST_LINE = 10_000;
const MOST_LINES = 10_000;

const SPOKEN = /[\p{L}\p{N}]/u;
const ATX = /^\s*(#{1,6})[ \t]+(.*)$/s;
const UNDERLINE = /^\s*(?:=+|-+)\s*$/;
const ENTRY = /^(?:[-*+]|\d{1,9}[.)])\s/;
const BYTE_ORDER_MARK = 0xfeff;

/** Reads a spec line by line with the criteria's scanner, so that both agree on what is code and what a criterion. */
export function readSpec({ title, content, effort, danglingNeeds }: SpecInput): SpecText {
  const source = content.includes("\r") ? content.replace(/\r\n?/g, "\n") : content;
  const reader = newReader(source);
  let start = source.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (start < source.length && reader.left > 0 && reader.number < MOST_LINES) {
    const newline = source.indexOf("\n", start);
    const end = newline === -1 ? source.length : newline;
    readTextLine(reader, start, Math.min(end, start + LONGEST_LINE));
    start = end + 1;
  }
  close(reader.scan, 0);
  keepCriterion(reader);
  const { lines, criteria, criteriaHeading } = reader;
  const judged = criteria.length > 0 ? criteria.flatMap((criterion) => criterion.lines) : lines;
  const languages = languagesOf(judged.flatMap(({ isOpen, text }) => (isOpen ? [] : text)).join("\n"));
  const unreadFrom = start < source.length ? reader.number + 1 : null;
  const rest = { effort, danglingNeeds, lines, criteria, criteriaHeading, languages, unreadFrom };
  return { title: plainText(title), ...rest };
}

type Reader = {
  readonly scan: Scan;
  readonly lines: TextLine[];
  readonly criteria: SpecCriterion[];
  criteriaHeading: number | null;
  number: number;
  /** The item being read, the line it starts in and its lines so far. */
  item: Scan["item"];
  itemLine: number;
  itemLines: TextLine[];
  /** The level of the heading that announced open questions, 0 outside of such a section. */
  openSection: number;
  /** How many characters of prose are still read, none when it is 0 or less. */
  left: number;
};

function newReader(source: string): Reader {
  return {
    scan: newScan(source),
    lines: [],
    criteria: [],
    criteriaHeading: null,
    number: 0,
    item: null,
    itemLine: 0,
    itemLines: [],
    openSection: 0,
    left: MOST_READ,
  };
}

function readTextLine(reader: Reader, start: number, end: number): void {
  const { scan } = reader;
  const before = { leaf: scan.leaf, depth: scan.open.stack.length, section: scan.section };
  readLine(scan, start, end);
  reader.number++;
  if (scan.item !== reader.item) {
    keepCriterion(reader);
    reader.item = scan.item;
    reader.itemLine = reader.number;
  }
  if (before.section === 0 && scan.section > 0) reader.criteriaHeading ??= reader.number;
  const endsHtml = before.leaf === "html" && scan.leaf === "none" && before.depth === scan.open.stack.length;
  if (endsHtml || scan.leaf === "fence" || scan.leaf === "code" || scan.leaf === "html") return;
  if (scan.open.quotes.length > 0) return;
  readProse(reader, scan.line.source.slice(start, end), before.leaf);
}

function readProse(reader: Reader, raw: string, leafBefore: Scan["leaf"]): void {
  const { scan, lines } = reader;
  const isBlock = scan.leaf === "none" && scan.open.stack.length === 0;
  if (isBlock && leafBefore === "paragraph" && UNDERLINE.test(raw)) {
    const heading = lines.at(-1);
    if (heading?.number !== reader.number - 1) return;
    Object.assign(heading, { isHeading: true, isOpen: false });
    enterSection(reader, raw.includes("=") ? 1 : 2, heading.text);
    return;
  }
  if (!SPOKEN.test(raw)) return;
  reader.left -= Math.max(raw.length, SHORTEST_LINE);
  const text = plainText(raw);
  const heading = isBlock ? ATX.exec(raw) : null;
  if (heading) enterSection(reader, heading[1]?.length ?? 0, heading[2] ?? "");
  const isEntry = ENTRY.test(raw) || (leafBefore !== "paragraph" && !/^\s/.test(raw));
  const isListed = reader.openSection > 0 && isEntry && !saysNothing(text);
  const open = !heading && !isDone(raw) && (isListed || holdsQuestion(text));
  const above = lines.at(-1);
  if (above?.isOpen && !open && isAnswer(text)) above.isOpen = false;
  const line = { number: reader.number, raw, text, isHeading: heading !== null, isOpen: open };
  lines.push(line);
  if (scan.item) reader.itemLines.push(line);
}

function enterSection(reader: Reader, level: number, heading: string): void {
  if (reader.openSection > 0 && level > reader.openSection) return;
  reader.openSection = announcesOpenQuestions(heading) ? level : 0;
}

/** Keeps the criterion that the scanner has just finished; it leaves out items with neither label nor text. */
function keepCriterion(reader: Reader): void {
  const { scan, criteria, itemLines: lines } = reader;
  const found = scan.found[criteria.length];
  if (found && reader.item) {
    const name = found.id ?? `Criterion ${criteria.length + 1}`;
    criteria.push({ name, line: reader.itemLine, text: found.text, lines });
  }
  reader.itemLines = [];
}
