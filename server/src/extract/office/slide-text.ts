import { writeMarkdown } from "../markdown/write-markdown.ts";
import { listWriter } from "./list-writer.ts";
import type { References } from "./parts.ts";
import { readXml, type XmlAttributes } from "./read-xml.ts";

export interface Slide {
  title: string;
  text: string;
  pictures: number;
  hasEquations: boolean;
}

/** Placeholders with bullets by default. */
const bulleted = new Set(["body", "obj", ""]);
/** Placeholders repeated on each slide: numbers, dates, footers. */
const repeated = new Set(["sldNum", "dt", "ftr", "hdr", "sldImg"]);

/** Reads a slide or its notes: titles, bulleted paragraphs and tables. */
export function readSlide(xml: string, references: References, isNotes = false): Slide {
  const writer = writeMarkdown();
  const lists = listWriter(writer);
  let title = "";
  let pictures = 0;
  let hasEquations = false;
  /** Kind of the current placeholder; `null` in a free box. */
  let holder: string | null = null;
  let paragraph: { level: number; bullet: "ul" | "ol" | "none" | null; opened: boolean } | null = null;
  let marks = 0;
  let inText = false;
  let inCell = false;
  let isSpanned = false;
  let passing = 0;

  const isTitle = () => holder === "title" || holder === "ctrTitle";
  const startParagraph = () => {
    if (!paragraph || paragraph.opened) return;
    paragraph.opened = true;
    const usual = holder !== null && bulleted.has(holder) && !isNotes && !inCell ? "ul" : "none";
    const bullet = paragraph.bullet ?? usual;
    if (bullet === "none" || inCell) lists.end();
    else lists.item(Math.min(paragraph.level, 8), bullet);
    writer.open("p");
  };

  const openings: Readonly<Record<string, ((attributes: XmlAttributes) => void) | undefined>> = {
    __proto__: null as never,
    ph: ({ type = "" }) => {
      holder = type;
    },
    p: () => {
      paragraph = { level: 0, bullet: null, opened: false };
    },
    pPr: ({ lvl = "0" }) => {
      if (paragraph) paragraph.level = Number(lvl) || 0;
    },
    buNone: () => {
      if (paragraph) paragraph.bullet = "none";
    },
    buChar: () => {
      if (paragraph) paragraph.bullet = "ul";
    },
    buAutoNum: () => {
      if (paragraph) paragraph.bullet = "ol";
    },
    hlinkClick: ({ "r:id": id = "" }) => {
      const reference = references.get(id);
      if (!reference?.isExternal || !paragraph || isTitle()) return;
      startParagraph();
      writer.open("a", { href: reference.target });
      marks++;
    },
    br: () => {
      if (isTitle()) title += " ";
      else writer.open("br");
      if (!isTitle()) writer.close();
    },
    t: () => {
      inText = true;
    },
    blip: () => pictures++,
    oMath: () => {
      hasEquations = true;
    },
    tbl: () => {
      lists.end();
      writer.open("table", { role: "table" });
    },
    tr: () => writer.open("tr"),
    tc: ({ gridSpan, rowSpan, hMerge, vMerge }) => {
      isSpanned = hMerge === "1" || vMerge === "1";
      inCell = true;
      if (!isSpanned) writer.open("td", { colspan: gridSpan, rowspan: rowSpan });
    },
  };

  const closings: Readonly<Record<string, (() => void) | undefined>> = {
    __proto__: null as never,
    p: () => {
      if (paragraph?.opened) writer.close();
      if (isTitle()) title += " ";
      paragraph = null;
    },
    r: () => {
      for (; marks > 0; marks--) writer.close();
    },
    t: () => {
      inText = false;
    },
    tc: () => {
      inCell = false;
      if (!isSpanned) writer.close();
      isSpanned = false;
    },
    tr: () => writer.close(),
    tbl: () => writer.close(),
    txBody: () => !inCell && lists.end(),
    sp: () => {
      holder = null;
    },
  };

  readXml(xml, {
    open(name, attributes) {
      if (passing > 0 || name === "Fallback") passing++;
      else openings[name]?.(attributes);
    },
    text(text) {
      if (!inText || passing > 0 || isSpanned || (holder !== null && repeated.has(holder))) return;
      if (isTitle()) title += text;
      else {
        startParagraph();
        writer.text(text);
      }
    },
    close(name) {
      if (passing > 0) passing--;
      else closings[name]?.();
    },
  });
  lists.end();
  return { title: title.replace(/\s+/g, " ").trim(), text: writer.end().text, pictures, hasEquations };
}
