import { readXml } from "./read-xml.ts";

/** The number format of a list level. */
export interface ListLevel {
  /** Such as `decimal`, `lowerLetter` or `bullet`. */
  format: string;
  /** The pattern of a number such as `%1.%2` or `AC-%1:`, in which `%1` is the first level's. */
  text: string;
  start: number;
}

/** Returns a level; `undefined` if the document doesn't define it, `null` for no list. */
export type Numbering = (numId: string, level: number) => ListLevel | null | undefined;

/** Reads a Word document's list definitions. */
export function readNumbering(xml: string): Numbering {
  const levels = new Map<string, ListLevel>();
  const abstractOf = new Map<string, string>();
  let [abstract, num] = ["", ""];
  let level: ListLevel | null = null;
  readXml(xml, {
    open(name, { "w:val": value = "", ...ids }) {
      if (name === "abstractNum") abstract = ids["w:abstractNumId"] ?? "";
      if (name === "num") [abstract, num] = ["", ids["w:numId"] ?? ""];
      if (name === "abstractNumId") abstractOf.set(num, value);
      if (name === "lvl" && abstract !== "") {
        level = { format: "", text: "", start: 1 };
        levels.set(`${abstract} ${ids["w:ilvl"] ?? ""}`, level);
      }
      if (name === "numFmt" && level) level.format = value;
      if (name === "lvlText" && level) level.text = value;
      if (name === "start" && level) level.start = Number(value) || 0;
    },
    close(name) {
      if (name === "lvl") level = null;
    },
  });
  return (numId, at) => {
    if (numId === "0" || numId === "") return null;
    const found = levels.get(`${abstractOf.get(numId)} ${at}`);
    return found?.format ? found : undefined;
  };
}

export const isCounted = ({ format }: ListLevel): boolean => format !== "bullet" && format !== "none";

/** Tests for numbers that markdown can write: `1.` or `1)`. */
export const isPlainNumber = ({ format, text }: ListLevel): boolean =>
  format.startsWith("decimal") && /^(?:%\d[.)]?)?$/.test(text);

/** Counts list items; deeper levels restart. */
export function listCounter(numbering: Numbering) {
  const counts = new Map<string, number>();
  const startOf = (numId: string, level: number) => numbering(numId, level)?.start ?? 1;
  return {
    next(numId: string, level: number): number {
      const next = (counts.get(`${numId} ${level}`) ?? startOf(numId, level) - 1) + 1;
      counts.set(`${numId} ${level}`, next);
      for (let deeper = level + 1; deeper <= 9; deeper++) counts.delete(`${numId} ${deeper}`);
      return next;
    },
    /** Returns the current item's displayed number, such as `1.1` or `AC-1:`. */
    label(numId: string, { text }: ListLevel): string {
      return text.replace(/%([1-9])/g, (_, place: string) => {
        const level = Number(place) - 1;
        const count = counts.get(`${numId} ${level}`) ?? startOf(numId, level);
        return written(count, numbering(numId, level)?.format ?? "");
      });
    },
  };
}

function written(count: number, format: string): string {
  if (format === "decimalZero") return String(count).padStart(2, "0");
  if (format.endsWith("Letter") && count > 0) return cased(lettersOf(count), format);
  if (format.endsWith("Roman") && count > 0 && count < 4000) return cased(romanOf(count), format);
  return String(count);
}

const cased = (text: string, format: string) => (format.startsWith("upper") ? text.toUpperCase() : text);

/** Returns a … z, then aa, bb …, as Word does. */
const lettersOf = (count: number) =>
  String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.min(20, Math.ceil(count / 26)));

const romans: readonly [number, string][] = [
  ...([
    [1000, "m"],
    [900, "cm"],
    [500, "d"],
    [400, "cd"],
    [100, "c"],
    [90, "xc"],
  ] as const),
  ...([
    [50, "l"],
    [40, "xl"],
    [10, "x"],
    [9, "ix"],
    [5, "v"],
    [4, "iv"],
    [1, "i"],
  ] as const),
].map(([value, letters]) => [value, letters]);

function romanOf(count: number): string {
  let left = count;
  let text = "";
  for (const [value, letters] of romans) {
    text += letters.repeat(Math.floor(left / value));
    left %= value;
  }
  return text;
}
