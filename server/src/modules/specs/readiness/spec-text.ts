import { close, readLine } from "../../../markdown/scan.ts";
import { newScan, type Scan } from "../../../markdown/state.ts";
import { type Collector, newCollector } from "../criteria/collector.ts";
import { type Languages, languagesOf, type Passage, passageOf } from "./language.ts";
import { plainText } from "./plain-text.ts";
import {
  announcesOpenQuestions,
  holdsQuestion,
  isAnswer,
  isDone,
  presentsQuestions,
  saysNothing,
} from "./question-words.ts";

/**
 * The input of the grading. `danglingNeeds` are the handles of cancelled specs of the same plan that it needs first.
 */
export type SpecInput = {
  title: string;
  content: string;
  effort: number | null;
  danglingNeeds: string[];
  /** True where the plan's description has open questions (`hasOpenQuestions`). */
  planIsOpen?: boolean;
};

/** A place that a rule found; `line` counts from 1 in the content and is null for none. */
export type Finding = { line: number | null; text: string };

/**
 * A line of prose: neither code nor HTML nor quotation. `text` is the result of `plainText`; `isListed` is true for an entry of
 * a section of open questions.
 */
export type TextLine = Passage & {
  number: number;
  raw: string;
  isHeading: boolean;
  isOpen: boolean;
  isListed: boolean;
};

/** An acceptance criterion with its lines of prose, one by one and joined. */
export type SpecCriterion = { name: string; line: number; text: string; lines: TextLine[]; prose: Passage };

/** A spec, read once for all rules. */
export type SpecText = Omit<SpecInput, "content"> & {
  lines: TextLine[];
  criteria: SpecCriterion[];
  /** The line of the first heading that announces criteria. */
  criteriaHeading: number | null;
  /** The lines that belong to no criterion. */
  background: TextLine[];
  /** The letters of the code blocks. */
  codeLength: number;
  /** The languages of the criteria, or of the whole prose where there are none. */
  languages: Languages;
  /** The first line that wasn't read any more; null if all were. */
  unreadFrom: number | null;
};

// These limits keep one content from making others wait: this many characters of prose are read, twice the length that
// is too long; each line counts at least this many, since short lines take as long as others; this many of a line are
// read; and this many lines.
const MOST_READ = 30_000;
const SHORTEST_LINE = 30;
const LONGEST_LINE = 10_000;
const MOST_LINES = 10_000;

const SPOKEN = /[\p{L}\p{N}]/u;
const ATX = /^\s*(#{1,6})[ \t]+(.*)$/s;
const UNDERLINE = /^\s*(?:=+|-+)\s*$/;
const ENTRY = /^(?:[-*+]|\d{1,9}[.)])\s/;
const FENCE = /^\s*(?:`{3,}|~{3,})\s*$/;
const BYTE_ORDER_MARK = 0xfeff;

/** Reads a spec line by line with the criteria's scanner, so that both agree on what is code and what a criterion. */
export function readSpec({ title, content, effort, danglingNeeds, planIsOpen }: SpecInput): SpecText {
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
  const { lines, criteria, criteriaHeading, codeLength } = reader;
  const ofCriteria = criteria.flatMap((criterion) => criterion.lines);
  const listed = new Set(ofCriteria);
  const background = criteria.length > 0 ? lines.filter((line) => !listed.has(line)) : lines;
  const languages = languagesOfLines(criteria.length > 0 ? ofCriteria : lines);
  const unreadFrom = start < source.length ? reader.number + 1 : null;
  const rest = { lines, criteria, criteriaHeading, background, codeLength, languages, unreadFrom };
  return { title: plainText(title), effort, danglingNeeds, planIsOpen: planIsOpen === true, ...rest };
}

/**
 * Returns the languages of the settled lines together and of each open one: a question more never takes one away.
 */
export function languagesOfLines(lines: readonly TextLine[]): Languages {
  const prose = lines.filter(({ isHeading }) => !isHeading);
  const settled = prose.flatMap(({ isOpen, text }) => (isOpen ? [] : text)).join("\n");
  const all = [settled, ...prose.flatMap(({ isOpen, text }) => (isOpen ? text : []))].map(languagesOf);
  return { english: all.some(({ english }) => english), japanese: all.some(({ japanese }) => japanese) };
}

/** Returns passages as one; no word goes over the separator. */
export function joined(passages: readonly Passage[], separator: string): Passage {
  const [only] = passages;
  if (only && passages.length === 1) return only;
  return {
    text: passages.map(({ text }) => text).join(separator),
    kinds: passages.reduce((all, { kinds }) => all | kinds, 0),
  };
}

type Reader = {
  readonly scan: Scan;
  readonly collector: Collector;
  readonly lines: TextLine[];
  readonly criteria: SpecCriterion[];
  criteriaHeading: number | null;
  number: number;
  /** The item being read, the line it starts in and its lines so far. */
  item: Collector["item"];
  itemLine: number;
  itemLines: TextLine[];
  /** The level of the heading that announced open questions; 0 outside of such a section. */
  openSection: number;
  /** The last line outside of a list says that what is listed below are questions of others. */
  presentsQuestions: boolean;
  codeLength: number;
  /** The letters of the fence that is being read. */
  openCodeLength: number;
  /** The characters of prose that may still be read; 0 or less for none. */
  left: number;
};

function newReader(source: string): Reader {
  const collector = newCollector();
  return {
    scan: newScan(source, collector),
    collector,
    lines: [],
    criteria: [],
    criteriaHeading: null,
    number: 0,
    item: null,
    itemLine: 0,
    itemLines: [],
    openSection: 0,
    presentsQuestions: false,
    codeLength: 0,
    openCodeLength: 0,
    left: MOST_READ,
  };
}

function readTextLine(reader: Reader, start: number, end: number): void {
  const { scan, collector } = reader;
  const before = { leaf: scan.leaf, depth: scan.open.stack.length, section: collector.section };
  readLine(scan, start, end);
  reader.number++;
  if (collector.item !== reader.item) {
    keepCriterion(reader);
    reader.item = collector.item;
    reader.itemLine = reader.number;
  }
  if (before.section === 0 && collector.section > 0) reader.criteriaHeading ??= reader.number;
  const endsHtml = before.leaf === "html" && scan.leaf === "none" && before.depth === scan.open.stack.length;
  countCode(reader, before.leaf, start, end);
  if (endsHtml || scan.leaf === "fence" || scan.leaf === "code" || scan.leaf === "html") return;
  if (scan.open.quotes.length > 0) return;
  readProse(reader, scan.line.source.slice(start, end), before.leaf);
}

/**
 * Counts the letters of code. Those of a fence count once it is closed by its own mark: in one that stays open, what is
 * added at the end of the text would be code, too.
 */
function countCode(reader: Reader, leafBefore: Scan["leaf"], start: number, end: number): void {
  const { leaf, line } = reader.scan;
  if (leaf === "code") reader.codeLength += end - start;
  if (leaf === "fence") reader.openCodeLength += leafBefore === "fence" ? end - start : 0;
  if (leaf === "fence" || leafBefore !== "fence") return;
  if (FENCE.test(line.source.slice(start, end))) reader.codeLength += reader.openCodeLength;
  reader.openCodeLength = 0;
}

function readProse(reader: Reader, raw: string, leafBefore: Scan["leaf"]): void {
  const { scan, collector, lines } = reader;
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
  const passage = passageOf(plainText(raw));
  const { text, kinds } = passage;
  const heading = isBlock ? ATX.exec(raw) : null;
  if (heading) enterSection(reader, heading[1]?.length ?? 0, heading[2] ?? "");
  const isItem = ENTRY.test(raw);
  if (!isItem) reader.presentsQuestions = presentsQuestions(text);
  const isEntry = () => isItem || (leafBefore !== "paragraph" && !/^\s/.test(raw));
  const isListed = reader.openSection > 0 && isEntry() && !saysNothing(text);
  const isPresented = isItem && reader.presentsQuestions;
  const isOpen = !heading && !isPresented && (isListed || holdsQuestion(passage)) && !isDone(raw);
  const above = lines.at(-1);
  if (above?.isOpen && !isOpen && isAnswer(text)) above.isOpen = false;
  const line = { number: reader.number, raw, text, kinds, isHeading: heading !== null, isOpen, isListed };
  lines.push(line);
  if (collector.item) reader.itemLines.push(line);
}

function enterSection(reader: Reader, level: number, heading: string): void {
  if (reader.openSection > 0 && level > reader.openSection) return;
  reader.openSection = announcesOpenQuestions(heading) ? level : 0;
}

/** Stores the criterion that the scanner has just finished; it leaves out items with neither label nor text. */
function keepCriterion(reader: Reader): void {
  const { collector, criteria, itemLines: lines } = reader;
  const found = collector.found[criteria.length];
  if (found && reader.item) {
    const name = found.id ?? `Criterion ${criteria.length + 1}`;
    criteria.push({ name, line: reader.itemLine, text: found.text, lines, prose: joined(lines, " ") });
  }
  reader.itemLines = [];
}
