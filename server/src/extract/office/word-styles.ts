import { readXml } from "./read-xml.ts";

type ListKind = "ul" | "ol";

/** This is what the name of a style makes of a paragraph. */
export interface WordStyle {
  /** The level is 1 to 6, or `null` where the paragraph is no heading. */
  heading: number | null;
  isQuote: boolean;
  /** Paragraphs of the style are items of this list, which is of this kind where the document does not say how it counts. */
  list: { numId: string; level: number; kind: ListKind } | null;
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
  let style: Written | undefined = written.get(id) ?? named(id);
  for (let steps = 0; style && steps < 12; steps++) {
    found.heading ??= headingOf(style);
    found.isQuote ||= /^(?:intense )?quot/.test(style.name);
    found.list ??= listOf(style);
    style = written.get(style.basedOn);
  }
  return found;
}

/** Returns a style that the document does not describe: programs give the usual ones their names as ids. */
function named(id: string): Written {
  const name = id.replace(/(?<=[a-z])(?=[A-Z0-9])/g, " ").toLowerCase();
  const [list, level = "1"] = /^list (?:bullet|number)(?: ([1-9]))?$/.exec(name) ?? [];
  return {
    name,
    basedOn: "",
    outline: null,
    numId: list ? name.replace(/ \d$/, "") : "",
    level: Number(level) - 1,
  };
}

function listOf({ name, numId, level }: Written): WordStyle["list"] {
  if (numId === "") return null;
  return { numId, level, kind: name.startsWith("list number") ? "ol" : "ul" };
}

function headingOf({ name, outline }: Written): number | null {
  const level = /^heading ([1-9])$/.exec(name)?.[1];
  if (level) return Math.min(Number(level), 6);
  if (name === "title") return 1;
  return outline !== null && outline < 9 ? Math.min(outline + 1, 6) : null;
}
