import type { MarkdownWriter } from "../markdown/write-markdown.ts";
import { listWriter } from "./list-writer.ts";
import type { References } from "./parts.ts";
import { readXml, type XmlAttributes } from "./read-xml.ts";
import { isCounted, isPlainNumber, type ListLevel, listCounter, type Numbering } from "./word-numbering.ts";
import type { readStyles } from "./word-styles.ts";

export interface WordParts {
  styles: ReturnType<typeof readStyles>;
  numbering: Numbering;
  references: References;
}

/**
 * Elements outside of the text: deletions, former formatting, fallbacks for older readers and phonetic
 * guides.
 */
const passedOver = new Set([
  "del",
  "moveFrom",
  "pPrChange",
  "rPrChange",
  "tblPrChange",
  "tcPrChange",
  "Fallback",
  "instrText",
  "rt",
]);

interface Paragraph {
  style: string;
  numId: string | null;
  level: number | null;
  outline: number | null;
  /** Number of opened tags; `null` until the paragraph's properties are known. */
  opened: number | null;
}

/** A container of paragraphs: the document, a cell or a box. */
interface Container {
  lists: ReturnType<typeof listWriter>;
  cell: { columns: string; isOpen: boolean } | null;
}

/** Findings besides the text. */
export interface WordFindings {
  pictures: number;
  hasEquations: boolean;
  /** True for a nested table, whose rows become lines of its cell. */
  hasInnerTables: boolean;
}

/** Writes the text of a part of a Word document. */
export function writeWordText(xml: string, writer: MarkdownWriter, parts: WordParts): WordFindings {
  const containers: Container[] = [{ lists: listWriter(writer), cell: null }];
  const paragraphs: Paragraph[] = [];
  const links: boolean[] = [];
  const counter = listCounter(parts.numbering);
  let run: { marks: string[]; opened: number | null; isHidden: boolean } | null = null;
  let passing = 0;
  let inText = false;
  let inProperties = false;
  let note = "";
  let author = "";
  const found: WordFindings = { pictures: 0, hasEquations: false, hasInnerTables: false };

  const container = () => containers.at(-1) ?? { lists: listWriter(writer), cell: null };
  const startCell = () => {
    const { cell } = container();
    if (!cell || cell.isOpen) return;
    cell.isOpen = true;
    writer.open("td", { colspan: cell.columns });
  };

  /** Opens the paragraph's tags before its first text. */
  const startParagraph = () => {
    const paragraph = paragraphs.at(-1);
    if (!paragraph || paragraph.opened !== null) return;
    startCell();
    const style = parts.styles(paragraph.style);
    const heading = paragraph.outline === null ? style.heading : Math.min(paragraph.outline + 1, 6);
    const numId = paragraph.numId ?? style.list?.numId ?? "";
    const level = Math.min(paragraph.level ?? style.list?.level ?? 0, 9);
    const list = parts.numbering(numId, level);
    const { lists } = container();
    const count = list === null ? 0 : counter.next(numId, level);
    if (list === null || heading !== null) lists.end();
    else lists.item(level, kindOf(list, style.list?.kind), count);
    const tags = heading !== null ? [`h${heading}`] : style.isQuote ? ["blockquote", "p"] : ["p"];
    for (const tag of tags) writer.open(tag);
    paragraph.opened = tags.length;
    if (list && isCounted(list) && (heading !== null || !isPlainNumber(list)))
      writer.text(`${counter.label(numId, list).trim()} `);
    if (note) writer.raw(`[^${note}]: `);
    if (note && author) writer.text(`${author}: `);
    [note, author] = ["", ""];
  };
  const startRun = () => {
    startParagraph();
    if (run === null || run.opened !== null) return;
    for (const mark of run.marks) writer.open(mark);
    run.opened = run.marks.length;
  };
  const startLine = (type?: string) => {
    startRun();
    writer.open(type === undefined || type === "textWrapping" ? "br" : "span");
    writer.close();
  };
  const closeTags = (count: number | null | undefined) => {
    for (let n = 0; n < (count ?? 0); n++) writer.close();
  };

  const openings: Readonly<Record<string, ((attributes: XmlAttributes) => void) | undefined>> = {
    __proto__: null as never,
    p: () => paragraphs.push({ style: "", numId: null, level: null, outline: null, opened: null }),
    pPr: () => {
      inProperties = true;
    },
    r: () => {
      run = { marks: [], opened: null, isHidden: false };
    },
    t: () => {
      inText = true;
    },
    tab: () => !inProperties && writer.text(" "),
    noBreakHyphen: () => writer.text("-"),
    br: ({ "w:type": type }) => startLine(type),
    cr: () => startLine(),
    blip: () => found.pictures++,
    imagedata: () => found.pictures++,
    oMath: () => {
      found.hasEquations = true;
    },
    hyperlink: ({ "r:id": id = "" }) => {
      startParagraph();
      const reference = parts.references.get(id);
      links.push(reference?.isExternal === true);
      if (reference?.isExternal) writer.open("a", { href: reference.target });
    },
    footnoteReference: ({ "w:id": id = "" }) => {
      startRun();
      writer.raw(`[^${id}]`);
    },
    footnote: ({ "w:id": id = "" }) => {
      note = Number(id) > 0 ? id : "";
    },
    // Both kinds of notes count from 1.
    endnoteReference: ({ "w:id": id = "" }) => {
      startRun();
      writer.raw(`[^endnote-${id}]`);
    },
    endnote: ({ "w:id": id = "" }) => {
      note = Number(id) > 0 ? `endnote-${id}` : "";
    },
    commentReference: ({ "w:id": id = "" }) => {
      startRun();
      writer.raw(`[^comment-${id}]`);
    },
    comment: ({ "w:id": id = "", "w:author": by = "" }) => {
      note = `comment-${id}`;
      author = by;
    },
    txbxContent: () => {
      startParagraph();
      containers.push({ lists: listWriter(writer), cell: null });
    },
    tbl: () => {
      found.hasInnerTables ||= container().cell !== null;
      startCell();
      container().lists.end();
      writer.open("table", { role: "table" });
    },
    tr: () => writer.open("tr"),
    tc: () => containers.push({ lists: listWriter(writer), cell: { columns: "1", isOpen: false } }),
    gridSpan: ({ "w:val": columns = "1" }) => {
      const { cell } = container();
      if (cell) cell.columns = columns;
    },
  };

  /** Tests whether a mark is switched on. */
  const isOn = ({ "w:val": value = "1" }: XmlAttributes) => !/^(?:0|false|none|off)$/.test(value);
  const property = (name: string, attributes: XmlAttributes) => {
    const paragraph = paragraphs.at(-1);
    const { "w:val": value = "" } = attributes;
    if (inProperties && paragraph) {
      if (name === "pStyle") paragraph.style = value;
      if (name === "numId") paragraph.numId = value;
      if (name === "ilvl") paragraph.level = Number(value);
      if (name === "outlineLvl") paragraph.outline = Number(value) < 9 ? Number(value) : null;
    } else if (run && isOn(attributes)) {
      if (name === "b") run.marks.push("strong");
      if (name === "i") run.marks.push("em");
      if (name === "strike") run.marks.push("del");
      if (name === "vanish") run.isHidden = true;
    }
  };

  const closings: Readonly<Record<string, (() => void) | undefined>> = {
    __proto__: null as never,
    p: () => {
      closeTags(paragraphs.pop()?.opened);
    },
    pPr: () => {
      inProperties = false;
    },
    r: () => {
      closeTags(run?.opened);
      run = null;
    },
    t: () => {
      inText = false;
    },
    hyperlink: () => links.pop() && writer.close(),
    txbxContent: () => containers.pop()?.lists.end(),
    tbl: () => writer.close(),
    tr: () => writer.close(),
    tc: () => {
      startCell();
      containers.pop()?.lists.end();
      writer.close();
    },
  };

  readXml(xml, {
    open(name, attributes) {
      if (passing > 0 || passedOver.has(name)) passing++;
      else {
        openings[name]?.(attributes);
        property(name, attributes);
      }
    },
    text(text) {
      if (!inText || passing > 0 || run?.isHidden) return;
      startRun();
      writer.text(text);
    },
    close(name) {
      if (passing > 0) passing--;
      else closings[name]?.();
    },
  });
  for (const { lists } of containers) lists.end();
  return found;
}

/** Returns markdown's kind of list for a level; numbers that it can't write become text. */
function kindOf(list: ListLevel | undefined, usual: "ul" | "ol" = "ul"): "ul" | "ol" {
  if (list === undefined) return usual;
  return isCounted(list) && isPlainNumber(list) ? "ol" : "ul";
}
