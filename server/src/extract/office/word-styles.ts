import { readXml } from "./read-xml.ts";

type ListKind = "ul" | "ol";

/** The meaning of a paragraph style. */
export interface WordStyle {
  /** 1 to 6; `null` if not a heading. */
  heading: number | null;
  isQuote: boolean;
  /** The list of the style's paragraphs; `kind` applies if the document doesn't define the numbering. */
  list: { numId: string; level: number; kind: ListKind } | null;
}

interface Written {
  name: string;
  basedOn: string;
  outline: number | null;
  numId: string;
  level: number;
}

/** Reads a Word document's styles by id, with inheritance. */
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

/** Infers an undefined style from its id, since programs use the built-in names. */
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
