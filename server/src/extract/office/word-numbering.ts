import { readXml } from "./read-xml.ts";

/** The number format of a list level. */
export interface ListLevel {
  /** Such as `decimal`, `lowerLetter` or `bullet`. */
  format: string;
  /** The pattern of a number such as `%1.%2` or `AC-%1:`, in which `%1` is the first level's. */
  text: string;
  start: number;
  /** The deepest level (from 1) that restarts this one; 0 for none, null for any higher level. */
  restart: number | null;
  /** True if all levels' numbers are shown as decimals. */
  isLegal: boolean;
  /** Lists with the same definition continue each other's numbers. */
  counter: string;
  /** Start of a restarted list; null if it continues. */
  again: number | null;
}

type Level = Omit<ListLevel, "counter" | "again">;

/** Returns a level; `undefined` if the document doesn't define it, `null` for no list. */
export type Numbering = (numId: string, level: number) => ListLevel | null | undefined;

/** Reads a Word document's list definitions. */
export function readNumbering(xml: string): Numbering {
  const levels = new Map<string, Level>();
  const again = new Map<string, number>();
  const abstractOf = new Map<string, string>();
  let [abstract, num, overridden] = ["", "", ""];
  let level: Level | null = null;
  readXml(xml, {
    open(name, { "w:val": value = "", ...ids }) {
      if (name === "abstractNum") abstract = ids["w:abstractNumId"] ?? "";
      if (name === "num") [abstract, num] = ["", ids["w:numId"] ?? ""];
      if (name === "abstractNumId") abstractOf.set(num, value);
      if (name === "lvlOverride") overridden = `num ${num} ${ids["w:ilvl"] ?? ""}`;
      if (name === "startOverride") again.set(overridden, Number(value) || 0);
      if (name === "lvl") {
        level = { format: "", text: "", start: 1, restart: null, isLegal: false };
        levels.set(abstract === "" ? overridden : `${abstract} ${ids["w:ilvl"] ?? ""}`, level);
      }
      if (name === "lvlRestart" && level) level.restart = Number(value) || 0;
      if (name === "isLgl" && level) level.isLegal = !/^(?:0|false|off)$/.test(value);
      if (name === "numFmt" && level) level.format = value;
      if (name === "lvlText" && level) level.text = value;
      if (name === "start" && level) level.start = Number(value) || 0;
    },
    close(name) {
      if (name === "lvl") level = null;
    },
  });
  return (numId, index) => {
    if (numId === "0" || numId === "") return null;
    const counter = abstractOf.get(numId) ?? "";
    const own = `num ${numId} ${index}`;
    const found = levels.get(own) ?? levels.get(`${counter} ${index}`);
    return found?.format ? { ...found, counter, again: again.get(own) ?? null } : undefined;
  };
}

export const isCounted = ({ format }: ListLevel): boolean => format !== "bullet" && format !== "none";

/** Tests for numbers that markdown can write: `1.` or `1)`. */
export const isPlainNumber = ({ format, text }: ListLevel): boolean =>
  format.startsWith("decimal") && /^(?:%\d[.)]?)?$/.test(text);

/** Counts list items; deeper levels restart. */
export function listCounter(numbering: Numbering) {
  const counts = new Map<string, number>();
  const begun = new Set<string>();
  return {
    next(numId: string, level: number): number {
      const list = numbering(numId, level);
      const counter = list?.counter ?? numId;
      const again = begun.has(`${numId} ${level}`) ? null : list?.again;
      begun.add(`${numId} ${level}`);
      const next = again ?? (counts.get(`${counter} ${level}`) ?? (list?.start ?? 1) - 1) + 1;
      counts.set(`${counter} ${level}`, next);
      for (let deeper = level + 1; deeper <= 9; deeper++)
        if (level < (numbering(numId, deeper)?.restart ?? 9)) counts.delete(`${counter} ${deeper}`);
      return next;
    },
    /** Returns the current item's displayed number, such as `1.1` or `AC-1:`. */
    label(numId: string, { text, isLegal, counter }: ListLevel): string {
      return text.replace(/%([1-9])/g, (_, place: string) => {
        const level = Number(place) - 1;
        const list = numbering(numId, level);
        const count = counts.get(`${counter} ${level}`) ?? list?.again ?? list?.start ?? 1;
        return written(count, isLegal ? "decimal" : (list?.format ?? ""));
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
