import { readXml } from "./read-xml.ts";

/** This is what the name of a style makes of a paragraph. */
export interface WordStyle {
  /** The level is 1 to 6, or `null` where the paragraph is no heading. */
  heading: number | null;
  isQuote: boolean;
  /** Paragraphs of the style are items of this list. */
  list: { numId: string; level: number } | null;
}

interface Written {
  name: string;
  basedOn: string;
  outline: number | null;
  numId: string;
  level: number;
}

/** Reads the styles of a Word document by their ids, with what they take over from others. */
export function readStyles(xml: string): (id: string) => WordStyle {
  const written = new Map<string, Written>();
  let style: Written | null = null;
  readXml(xml, {
    open(name, { "w:val": value = "", "w:styleId": id = "" }) {
      if (name === "style") {
        style = { name: "", basedOn: "", outline: null, numId: "", level: 0 };
        written.set(id, style);
      }
      if (style === null) return;
      if (name === "name") style.name = value.toLowerCase();
      if (name === "basedOn") style.basedOn = value;
      if (name === "outlineLvl") style.outline = Number(value);
      if (name === "numId") style.numId = value;
      if (name === "ilvl") style.level = Number(value);
    },
  });
  const known = new Map<string, WordStyle>();
  return (id) => {
    const found = known.get(id) ?? resolve(written, id);
    known.set(id, found);
    return found;
  };
}

function resolve(written: ReadonlyMap<string, Written>, id: string): WordStyle {
  const found: WordStyle = { heading: null, isQuote: false, list: null };
  let style = written.get(id);
  for (let steps = 0; style && steps < 12; steps++) {
    found.heading ??= headingOf(style);
    found.isQuote ||= /^(?:intense )?quot/.test(style.name);
    if (style.numId && !found.list) found.list = { numId: style.numId, level: style.level };
    style = written.get(style.basedOn);
  }
  return found;
}

function headingOf({ name, outline }: Written): number | null {
  const level = /^heading ([1-9])$/.exec(name)?.[1];
  if (level) return Math.min(Number(level), 6);
  if (name === "title") return 1;
  return outline !== null && outline < 9 ? Math.min(outline + 1, 6) : null;
}

/** Reads which lists of a Word document count, by list and level. */
export function readNumbering(xml: string): (numId: string, level: number) => "ul" | "ol" | null {
  const formats = new Map<string, string>();
  const abstractOf = new Map<string, string>();
  let [abstract, num, level] = ["", "", ""];
  readXml(xml, {
    open(name, { "w:val": value = "", ...ids }) {
      if (name === "abstractNum") abstract = ids["w:abstractNumId"] ?? "";
      if (name === "num") [abstract, num] = ["", ids["w:numId"] ?? ""];
      if (name === "abstractNumId") abstractOf.set(num, value);
      if (name === "lvl") level = ids["w:ilvl"] ?? "";
      if (name === "numFmt" && abstract !== "") formats.set(`${abstract} ${level}`, value);
    },
  });
  return (numId, at) => {
    const format = formats.get(`${abstractOf.get(numId)} ${at}`);
    if (numId === "0" || numId === "" || format === undefined) return null;
    return format === "bullet" || format === "none" ? "ul" : "ol";
  };
}
