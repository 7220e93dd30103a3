import { type LocatedCriterion, readCriteria } from "@groundplan/contract";
import { close, readLine } from "@groundplan/contract/markdown/scan.ts";
import { newScan, type Scan } from "@groundplan/contract/markdown/state.ts";
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

/** The grading input. `danglingNeeds` are handles of cancelled needs in the same plan. */
export type SpecInput = {
  title: string;
  content: string;
  effort: number | null;
  danglingNeeds: string[];
  /** True if the plan's description has open questions (`hasOpenQuestions`). */
  planIsOpen?: boolean;
};

/** A finding; `line` is from 1, null if none; `fix` overrides the rule's remedy. */
export type Finding = { line: number | null; text: string; fix?: string };

/**
 * A line of prose without code, HTML and quotations. `text` comes from `plainText`; `isListed` marks entries
 * of open questions.
 */
export type TextLine = Passage & {
  number: number;
  raw: string;
  isHeading: boolean;
  isOpen: boolean;
  isListed: boolean;
};

/** A criterion with its lines of prose, individually and joined. */
export type SpecCriterion = { name: string; line: number; text: string; lines: TextLine[]; prose: Passage };

/** A spec, parsed once for all rules. */
export type SpecText = SpecInput & {
  lines: TextLine[];
  criteria: SpecCriterion[];
  /** Line of the first announcement of criteria. */
  criteriaHeading: number | null;
  /** Lines outside of criteria. */
  background: TextLine[];
  /** Letters in code blocks. */
  codeLength: number;
  /** Languages of the criteria, or of all prose without any. */
  languages: Languages;
  /** First unread line; null if all were read. */
  unreadFrom: number | null;
};

// Bounds on the work per content: characters of prose (twice the length that is too long), minimum count per
// line, characters per line, lines.
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

/** Reads a spec with the criteria's scanner, so that both agree on code. */
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
  const { lines, codeLength } = reader;
  const { criteria: found, announcedAt } = readCriteria(content);
  const criteria = withLines(found, reader);
  const criteriaHeading = announcedAt !== null && announcedAt <= reader.number ? announcedAt : null;
  const ofCriteria = criteria.flatMap((criterion) => criterion.lines);
  const listed = new Set(ofCriteria);
  const background = criteria.length > 0 ? lines.filter((line) => !listed.has(line)) : lines;
  const languages = languagesOfLines(criteria.length > 0 ? ofCriteria : lines);
  const unreadFrom = start < source.length ? reader.number + 1 : null;
  const rest = { lines, criteria, criteriaHeading, background, codeLength, languages, unreadFrom };
  return {
    title: plainText(title),
    content,
    effort,
    danglingNeeds,
    planIsOpen: planIsOpen === true,
    ...rest,
  };
}

/**
 * Returns the languages of settled lines together and of each open one, so that an added question removes
 * none.
 */
export function languagesOfLines(lines: readonly TextLine[]): Languages {
  const prose = lines.filter(({ isHeading }) => !isHeading);
  const settled = prose.flatMap(({ isOpen, text }) => (isOpen ? [] : text)).join("\n");
  const all = [settled, ...prose.flatMap(({ isOpen, text }) => (isOpen ? text : []))].map(languagesOf);
  return { english: all.some(({ english }) => english), japanese: all.some(({ japanese }) => japanese) };
}

/** Joins passages with a separator that no word spans. */
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
  readonly lines: TextLine[];
  number: number;
  /** Level of the heading of open questions; 0 outside. */
  openSection: number;
  /** The last line outside of a list presents the questions below as content. */
  presentsQuestions: boolean;
  codeLength: number;
  /** Letters of the current fence. */
  openCodeLength: number;
  /** Characters of prose left to read; none at 0 or below. */
  left: number;
};

function newReader(source: string): Reader {
  return {
    scan: newScan(source),
    lines: [],
    number: 0,
    openSection: 0,
    presentsQuestions: false,
    codeLength: 0,
    openCodeLength: 0,
    left: MOST_READ,
  };
}

function readTextLine(reader: Reader, start: number, end: number): void {
  const { scan } = reader;
  const before = { leaf: scan.leaf, depth: scan.open.stack.length };
  readLine(scan, start, end);
  reader.number++;
  const endsHtml = before.leaf === "html" && scan.leaf === "none" && before.depth === scan.open.stack.length;
  countCode(reader, before.leaf, start, end);
  if (endsHtml || scan.leaf === "fence" || scan.leaf === "code" || scan.leaf === "html") return;
  if (scan.open.quotes.length > 0) return;
  readProse(reader, scan.line.source.slice(start, end), before.leaf);
}

/**
 * Counts letters of code. A fence counts once closed, since text appended to an open one would be code too.
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
  lines.push({ number: reader.number, raw, text, kinds, isHeading: heading !== null, isOpen, isListed });
}

function enterSection(reader: Reader, level: number, heading: string): void {
  if (reader.openSection > 0 && level > reader.openSection) return;
  reader.openSection = announcesOpenQuestions(heading) ? level : 0;
}

/** Returns criteria that begin in read lines, with their prose. */
function withLines(found: readonly LocatedCriterion[], { lines, number }: Reader): SpecCriterion[] {
  let next = 0;
  return found
    .filter(({ line }) => line <= number)
    .map(({ id, text, line, lastLine }, index) => {
      while ((lines[next]?.number ?? line) < line) next++;
      const from = next;
      while ((lines[next]?.number ?? Infinity) <= lastLine) next++;
      const own = lines.slice(from, next);
      return { name: id ?? `Criterion ${index + 1}`, line, text, lines: own, prose: joined(own, " ") };
    });
}
