import { QUOTE } from "../markdown/containers.ts";
import { indent } from "../markdown/line.ts";
import { CODES, listMarkerLength } from "../markdown/markers.ts";
import type { BlockListener, Scan } from "../markdown/state.ts";
import { announcementBeforeColon, htmlParts, isBoldLine, mayAnnounce } from "./announce.ts";
import { linesOfFrontMatter } from "./front-matter.ts";
import { mayHoldGherkin } from "./gherkin.ts";
import { addBlank, addLine, continueLine, type ItemText, newItemText } from "./item-text.ts";
import type { LocatedCriterion } from "./label.ts";
import { type Announcement, announcement, isAside } from "./names.ts";
import {
  criteriaOutside,
  endScenario,
  keepFunctional,
  newOutside,
  type Outside,
  readOutsideHeading,
} from "./outside.ts";
import { readSection, type SectionReading } from "./read-section.ts";
import { newSection, type RowKind, type Section } from "./section.ts";
import { continuesForm, formOf } from "./section-form.ts";

/** The deepest heading level; nothing nests below it. */
const DEEPEST = 6;

/** The current top-level list item. */
interface OpenItem {
  text: ItemText;
  isNumbered: boolean;
  line: number;
  lastLine: number;
}

/** Finds the sections of criteria while a text is scanned, and reads their items. */
export class Collector implements BlockListener {
  /** The current line, from 1; set by the caller. */
  lineNumber = 0;
  /** The line of the first announcement; null if none. */
  announcedAt: number | null = null;
  /** Finished sections in text order. */
  readonly sections: (SectionReading & { heading: string })[] = [];
  readonly #source: string;
  readonly #readsAll: boolean;
  #heading = "";
  /** The last line of the front matter, which announces nothing; 0 if none. */
  readonly #frontMatter: number;
  readonly #outside: Outside = newOutside();
  /** True once a heading "Acceptance criteria" or "Done when" has yielded a criterion. */
  #hasPrimary = false;
  #section: Section | null = null;
  #item: OpenItem | null = null;
  /** A line that names a section and ends with a colon, while only blank lines have followed. */
  #colon: { line: number; from: number; announced: Announcement } | null = null;
  /** True if the section ends unless the next line continues the bold line's paragraph. */
  #endsAfterBold = false;
  /** Start of the current HTML block; -1 outside of one. */
  #htmlFrom = -1;
  #htmlLine = 0;
  /** The kind of row in the current fence. */
  #fence: "gherkin" | "other" | null = null;

  /** `readsAll` treats every part between two headings as a section, whatever its name. */
  constructor(source: string, readsAll = false) {
    this.#source = source;
    this.#readsAll = readsAll;
    this.#frontMatter = source.startsWith("---") ? linesOfFrontMatter(source) : 0;
    if (readsAll) this.#section = newSection(DEEPEST, 0, "further");
  }

  /** Returns the criteria in text order. Call once, after the last line. */
  finish(): LocatedCriterion[] {
    this.#endHtml(this.#source.length);
    this.#endSection();
    endScenario(this.#outside, this.#source, this.#source.length);
    const found = this.sections.flatMap(({ criteria }) => criteria);
    if (this.#hasPrimary || this.#outside.items.length === 0) return found;
    return [...found, ...criteriaOutside(this.#outside)].toSorted((a, b) => a.line - b.line);
  }

  heading(scan: Scan, level: number, source: string): void {
    const { line } = scan;
    const isUnderline = scan.started === "underline";
    const begin = isUnderline ? this.#source.lastIndexOf("\n", scan.paragraphStart) + 1 : line.start;
    const lines = isUnderline ? this.#source.slice(begin, line.start).split("\n").length - 1 : 0;
    const firstLine = this.lineNumber - lines;
    this.#endHtml(begin);
    this.#settle();
    endScenario(this.#outside, this.#source, begin);
    const section = this.#section;
    const announced = announcement(source);
    if (section) section.rows.splice(section.rows.findLastIndex((row) => row.line < firstLine) + 1);
    if (section && section.level > 0 && level > section.level) {
      if (section.primaryLevel === 0 || level <= section.primaryLevel)
        section.primaryLevel = announced === "primary" ? level : 0;
      section.isAside = isAside(source);
    } else {
      this.#endSection();
      this.#heading = source;
      if (this.#readsAll) this.#section = newSection(DEEPEST, firstLine, "further");
      else if (announced) this.#startSection(level, firstLine, begin, announced);
    }
    const isInSection = this.#section !== null;
    const [from, fromLine] = [line.end + 1, this.lineNumber + 1];
    readOutsideHeading(this.#outside, { level, source, line: firstLine, from, fromLine, isInSection });
  }

  item(scan: Scan, isNumbered: boolean): void {
    const colon = this.#colon;
    if (colon) this.#startSection(0, colon.line, colon.from, colon.announced);
    this.#endHtml(scan.line.start);
    this.#settle();
    const isWanted = this.#section !== null || (!isNumbered && this.#outside.functional > 0);
    if (this.#section) {
      this.#section.first ??= "list";
      if (isNumbered) this.#section.isNumbered = true;
    }
    const line = this.lineNumber;
    if (isWanted) this.#item = { text: newItemText(), isNumbered, line, lastLine: line };
  }

  end(): void {
    const item = this.#item;
    if (!item) return;
    this.#item = null;
    const { text, isNumbered, line, lastLine } = item;
    const section = this.#section;
    if (!section) keepFunctional(this.#outside, text, line, lastLine);
    else {
      const { isAside } = section;
      const isPrimary = section.announcement === "primary" || section.primaryLevel > 0;
      section.items.push({ text, isNumbered, isAside, isPrimary, line, lastLine });
    }
  }

  block(columns: number): void {
    if (this.#item) this.#item.text.shift = columns;
  }

  line(scan: Scan, verbatim: boolean): void {
    const { line, open } = scan;
    const isOutermost = open.stack.length === 0;
    if (this.#htmlFrom !== -1 && (scan.leaf !== "html" || !isOutermost || scan.started === "html"))
      this.#endHtml(line.start);
    if (!isOutermost || scan.started !== "heading") this.#settle(line.isEmpty);
    if (isOutermost) this.#outermostLine(scan);
    else if (this.#section) this.#addRow(line.isEmpty ? "blank" : containedKind(scan), scan);
    const item = this.#item;
    if (!item) return;
    // Inside an item, a bare quote marker is not a blank line.
    if (line.isEmpty) addBlank(item.text);
    else {
      addLine(item.text, open, line, verbatim);
      item.lastLine = this.lineNumber;
    }
  }

  continuation(scan: Scan, lazy: boolean, isRow: boolean): void {
    const { line, open } = scan;
    this.#endsAfterBold = false;
    this.#colon = null;
    if (open.stack.length === 0) this.#continueParagraph(scan);
    else if (this.#section) this.#addLazyRow(scan, lazy);
    const item = this.#item;
    if (!item) return;
    item.lastLine = this.lineNumber;
    // Table rows and lines after a hard break stay on their own lines. At the start of a line, some of them
    // would begin a block or act as an underline, which they did not in the source.
    const isAfterBreak =
      item.text.hardBreak !== null &&
      indent(line) < 4 &&
      line.code !== CODES.equals &&
      listMarkerLength(line) === 0;
    continueLine(item.text, open, line, lazy, isRow || isAfterBreak);
  }

  /** Resolves a pending colon line or standalone bold line. */
  #settle(isBlank = false): void {
    if (this.#endsAfterBold) this.#endSection();
    this.#endsAfterBold = false;
    if (!isBlank) this.#colon = null;
  }

  #outermostLine(scan: Scan): void {
    const { started, leaf, line } = scan;
    if (started === "text" && leaf === "paragraph") this.#startParagraph(scan);
    else if (started === "break" && this.#section?.level === 0) this.#endSection();
    else if (started === "html" && leaf === "html" && scan.htmlEnd === null) {
      this.#htmlFrom = line.start;
      this.#htmlLine = this.lineNumber;
    } else if (this.#section) this.#addRow(this.#kindOf(scan), scan);
  }

  #kindOf({ started, leaf, line, size }: Scan): RowKind {
    if (started === "fence") {
      const info = this.#source.slice(line.text + size, line.end);
      this.#fence = mayHoldGherkin(info) ? "gherkin" : "other";
      return "fence";
    }
    if (this.#fence !== null) {
      const kind = leaf === "fence" ? this.#fence : "fence";
      if (leaf !== "fence") this.#fence = null;
      return kind;
    }
    if (line.isEmpty) return "blank";
    if (started === "heading" || started === "underline") return "heading";
    if (leaf === "table") return "row";
    return leaf === "code" ? "code" : "other";
  }

  #startParagraph(scan: Scan): void {
    if (!this.#section && !mayAnnounce(scan.line)) return;
    const text = this.#source.slice(scan.line.text, scan.line.end).trimEnd();
    const isBold = isBoldLine(text);
    if (!isBold) this.#readColon(text, scan.line.start);
    const section = this.#section;
    if (isBold && section && section.level > 0) section.isAside ||= isAside(text);
    const announced = isBold && (section === null || section.level === 0) ? announcement(text) : null;
    if (announced) {
      this.#startSection(0, this.lineNumber, scan.line.start, announced);
      return;
    }
    if (section?.level === 0) {
      const form = formOf(text);
      const goesOn = section.first === null ? form !== null : continuesForm(text, section.first);
      if (section.first !== null && !goesOn) this.#endSection();
      this.#endsAfterBold = isBold && !goesOn;
      section.first ??= form;
    }
    if (this.#section) this.#addRow("text", scan);
  }

  #continueParagraph(scan: Scan): void {
    const section = this.#section;
    if (scan.leaf === "table") {
      const header = section?.rows.at(-1);
      if (header) header.kind = "header";
      if (section) section.first ??= "table";
      if (section) this.#addRow("delimiter", scan);
      return;
    }
    if (!section && !mayAnnounce(scan.line)) return;
    const text = this.#source.slice(scan.line.text, scan.line.end).trimEnd();
    this.#readColon(text, scan.line.start);
    if (!section) return;
    if (section.level === 0) section.first ??= formOf(text);
    this.#addRow("text", scan);
  }

  /** Remembers a line that announces the list directly below it. */
  #readColon(text: string, from: number): void {
    if ((this.#section?.level ?? 0) > 0 || this.lineNumber <= this.#frontMatter) return;
    const announced = announcementBeforeColon(text);
    if (announced) this.#colon = { line: this.lineNumber, from, announced };
  }

  #startSection(level: number, line: number, from: number, announced: Announcement): void {
    this.#endSection();
    endScenario(this.#outside, this.#source, from);
    this.#colon = null;
    this.announcedAt ??= line;
    this.#section = newSection(level, line, announced);
  }

  #endSection(): void {
    const section = this.#section;
    if (!section) return;
    this.#section = null;
    const reading = readSection(section);
    const isPrimary = section.announcement === "primary" || section.items.some((item) => item.isPrimary);
    this.#hasPrimary ||= section.level > 0 && isPrimary && reading.criteria.length > 0;
    this.sections.push({ form: reading.form, criteria: reading.criteria, heading: this.#heading });
  }

  /** Reads the summaries of the HTML block that ends at offset `to`. */
  #endHtml(to: number): void {
    if (this.#htmlFrom === -1) return;
    const [from, line] = [this.#htmlFrom, this.#htmlLine];
    const html = this.#source.slice(from, to);
    this.#htmlFrom = -1;
    for (const part of htmlParts(html)) {
      const section = this.#section;
      if (part.kind === "summary") {
        const announced = (section?.level ?? 0) === 0 ? announcement(part.text) : null;
        if (announced) this.#startSection(0, line, from, announced);
      } else if (section?.level === 0) {
        section.details += part.kind === "begin" ? 1 : -1;
        if (section.details < 0) this.#endSection();
      }
    }
  }

  /** Starts an item at a label or scenario directly below a list, which markdown would count as list text. */
  #addLazyRow(scan: Scan, lazy: boolean): void {
    const text = this.#source.slice(scan.line.text, scan.line.end);
    const form = lazy && indent(scan.line) < 4 ? formOf(text) : null;
    this.#addRow(form === null ? containedKind(scan) : "text", scan, form !== null);
  }

  #addRow(kind: RowKind, { line, started }: Scan, opens = started !== null): void {
    const section = this.#section;
    if (!section || section.isNumbered || section.line === this.lineNumber) return;
    const text = this.#source.slice(line.start, line.end);
    if (kind === "code") section.first ??= "numbers";
    if (kind === "gherkin") section.first ??= "scenarios";
    section.rows.push({
      kind,
      line: this.lineNumber,
      text,
      opens,
      isAside: section.isAside,
    });
  }
}

const containedKind = ({ open }: Scan): RowKind => (open.stack[0] === QUOTE ? "other" : "item");
