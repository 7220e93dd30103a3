/** An acceptance criterion: its author's label, if any, and its markdown without label and marker. */
export interface Criterion {
  id: string | null;
  text: string;
}

/** An item of a section before its label is read; `text` has neither marker nor checkbox. */
export interface Item {
  text: string;
  /** First and last line, from 1. */
  line: number;
  lastLine: number;
  /** The state of the checkbox, if any. */
  checked?: boolean | undefined;
  /** The label, if the section's form has a fixed place for it. */
  id?: string | null;
}

// Starts with a letter and ends with a digit plus at most one letter: AC-1, REQ-2.3b. At most 41 characters.
const NAME = "(\\p{L}[\\p{L}\\p{Nd}._#-]{0,38}?\\p{Nd}\\p{L}?)";
// *AC-1:** and **AC-1**:, also in italics and with underscores.
const WRAPPED = new RegExp(`^(\\*{1,3}|_{1,3})${NAME}(?:[:：][ \\t]*\\1|\\1[:：])\\s*`, "u");
// AC-1: and **AC-1: bold text**. Without a space, the colon belongs to the word, as in host1:80.
const PLAIN = new RegExp(`^(\\*{1,3}|_{1,3}|)${NAME}(?::(?=\\s|$)|：)\\s*`, "u");
// **AC-1** text, **AC-1** – text.
const BOLD = new RegExp(`^(\\*{2,3}|_{2,3})[(\\[]?${NAME}[.)\\]]?\\1(?=\\s|$)\\s*(?:[-–—.](?:\\s+|$))?`, "u");
// AC-1. text, AC-1) text, [AC-1] text, AC-1 - text; also in bold that goes on after it.
const MARKED = new RegExp(`^(\\*{1,3}|_{1,3}|)[(\\[]?${NAME}(?:[.)\\]]|[ \\t]*[-–—])(?=\\s|$)\\s*`, "u");
const BOX = /^\[([ xX])\](?=\s|$)\s*/;
const LONE = new RegExp(`^${NAME}$`, "u");

/** Labels with these letters count even if no other label shares them. */
const WELL_KNOWN: ReadonlySet<string> = new Set(["AC", "FR", "SC", "NFR", "US", "REQ", "R", "BR", "TC"]);

/** Splits an item into label and text without its checkbox. Reads labels with a colon only. */
export function toCriterion(item: string): Criterion {
  return splitColon(splitBox(item).text);
}

/** Splits off a task list checkbox. */
export function splitBox(item: string): { text: string; checked?: boolean } {
  const text = item.trim();
  const box = text.startsWith("[") ? BOX.exec(text) : null;
  return box ? { text: text.slice(box[0].length), checked: box[1] !== " " } : { text };
}

function splitColon(text: string): Criterion {
  const wrapped = text.startsWith("*") || text.startsWith("_") ? WRAPPED.exec(text) : null;
  if (wrapped) return { id: wrapped[2] ?? null, text: text.slice(wrapped[0].length) };
  const plain = PLAIN.exec(text);
  if (plain) return { id: plain[2] ?? null, text: `${plain[1]}${text.slice(plain[0].length)}` };
  return { id: null, text };
}

/** Splits off a word that counts as a label only if similar ones exist (`labelled`). */
function splitWord(text: string): Criterion {
  const bold = text.startsWith("*") || text.startsWith("_") ? BOLD.exec(text) : null;
  if (bold) return { id: bold[2] ?? null, text: text.slice(bold[0].length) };
  const marked = MARKED.exec(text);
  if (marked) return { id: marked[2] ?? null, text: `${marked[1]}${text.slice(marked[0].length)}` };
  return { id: null, text };
}

/** Returns the letters at the start of a label. */
export const lettersOf = (id: string) => /^\p{L}+/u.exec(id)?.[0] ?? "";

/** Two readings of an item: with a certain label (colon), and with a possible one. */
export interface Reading {
  certain: Criterion;
  possible: Criterion;
}

/** Rejects most texts without a label: their first word has no digit. */
function mayBeginWithLabel(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) return false;
    if ((code >= 48 && code <= 57) || code > 127) return true;
  }
  return false;
}

/** Reads the label of a text without checkbox; null if there is none. */
export function readLabel(text: string): Reading | null {
  if (!mayBeginWithLabel(text)) return null;
  const certain = splitColon(text);
  if (certain.id !== null) return { certain, possible: certain };
  const possible = splitWord(text);
  return possible.id === null ? null : { certain, possible };
}

/**
 * Returns a predicate for the labels among these readings: well-known ones, and those that share their
 * letters with another.
 */
export function labelsAmong(readings: readonly (Reading | null)[]): (id: string) => boolean {
  const counts = new Map<string, number>();
  for (const reading of readings) {
    if (!reading?.possible.id) continue;
    const letters = lettersOf(reading.possible.id);
    counts.set(letters, (counts.get(letters) ?? 0) + 1);
  }
  return (id) => {
    const letters = lettersOf(id);
    return WELL_KNOWN.has(letters) || (counts.get(letters) ?? 0) >= 2;
  };
}

/** Labels the items of a section and drops those with neither text nor label. */
export function labelled(items: readonly Item[]): LocatedCriterion[] {
  const readings = items.map(({ text }) => readLabel(text));
  const isLabel = labelsAmong(readings);
  const criteria: LocatedCriterion[] = [];
  for (const [index, item] of items.entries()) {
    const { id, text } =
      item.id === undefined
        ? labelOf(item, readings[index] ?? null, isLabel)
        : { id: item.id, text: item.text };
    if (id === null && text === "") continue;
    const { line, lastLine, checked } = item;
    criteria.push(
      checked === undefined ? { id, text, line, lastLine } : { id, text, line, lastLine, checked },
    );
  }
  return criteria;
}

function labelOf({ text }: Item, reading: Reading | null, isLabel: (id: string) => boolean): Criterion {
  if (!reading) return { id: null, text };
  const { certain, possible } = reading;
  return certain.id === null && possible.id !== null && isLabel(possible.id) ? possible : certain;
}

/** A criterion and its lines in the text, from 1. */
export interface LocatedCriterion extends Criterion {
  line: number;
  lastLine: number;
  checked?: boolean;
}

const LONGEST_LABEL = 60;
const LINK = /^\[([^[\]]*)\]\([^()]*\)$/;

/** Returns the label if the text is nothing else, ignoring bold, code, links and a colon; null otherwise. */
export function loneLabel(text: string): string | null {
  const words = LINK.exec(text)?.[1] ?? text;
  if (words.length > LONGEST_LABEL) return null;
  const word = words.replace(/^[*_`([]+|[*_`)\]:：.]+$/g, "");
  return LONE.test(word) ? word : null;
}

/** Tests whether a label counts even if no other label shares its letters. */
export const isWellKnown = (id: string): boolean => WELL_KNOWN.has(lettersOf(id));
