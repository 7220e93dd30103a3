import type { Run } from "./run.ts";

const rtl = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc";
const rtlLetter = new RegExp(`[${rtl}]`);
const isRtl = (text: string) => rtlLetter.test(text);
const ltrLetter = new RegExp(`(?![${rtl}])\\p{L}`, "u");

export const hasRightToLeft = (runs: readonly Run[]): boolean => runs.some(({ str = "" }) => isRtl(str));

const count = (text: string, letter: RegExp) =>
  text.match(new RegExp(letter, `${letter.flags}g`))?.length ?? 0;
const rtlShare = (text: string) => {
  const [fromRight, fromLeft] = [count(text, rtlLetter), count(text, ltrLetter)];
  return fromRight / Math.max(1, fromRight + fromLeft);
};

/** A page's paragraph direction; null if undecided. */
export type Direction = "right to left" | "left to right" | null;

/** Returns the direction of nearly all letters of a page. */
export function directionOf(runs: readonly Run[]): Direction {
  const share = rtlShare(runs.map(({ str = "" }) => str).join(""));
  return share > 0.6 ? "right to left" : share < 0.4 ? "left to right" : null;
}

const directionOfLine = (text: string, page: Direction) =>
  page ?? (rtlShare(text) > 0.5 ? "right to left" : "left to right");

/** Tests for a mixed line whose direction may differ from its page's. */
export const isUncertain = (line: string, page: Direction): boolean =>
  isRtl(line) && ltrLetter.test(line) && directionOfLine(line, null) !== page;

/** Joins the runs of each right-to-left line in reading order, by their positions. */
export function inReadingOrder(runs: readonly Run[], page = directionOf(runs)): Run[] {
  if (!hasRightToLeft(runs)) return [...runs];
  return linesIn(runs).flatMap((line) => (hasRightToLeft(line) ? [joined(line, page)] : line));
}

const leftOf = ({ transform = [] }: Run) => transform[4] ?? 0;
const heightOf = ({ height = 0 }: Run) => height;

/** Splits runs into lines. */
function linesIn(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [];
  let y = Number.NaN;
  for (const run of runs) {
    const { str = "", transform = [], height = 0, hasEOL } = run;
    const line = lines.at(-1);
    const isFarther = str.trim() !== "" && Math.abs((transform[5] ?? 0) - y) > Math.max(height, 1) * 0.5;
    if (line && !isFarther) line.push(run);
    else lines.push([run]);
    if (str.trim() !== "") y = transform[5] ?? 0;
    if (hasEOL && str === "") y = Number.NaN;
  }
  return lines;
}

/** Joins the runs of a line; those of the opposite direction form phrases within it. */
function joined(line: readonly Run[], page: Direction): Run {
  const runs = line.filter(({ str = "" }) => str !== "").toSorted((a, b) => leftOf(a) - leftOf(b));
  const pieces = withGaps(runs);
  const isFromRight = directionOfLine(pieces.join(""), page) === "right to left";
  const ordered = isFromRight
    ? turned(pieces, isLtr, mirrored).toReversed()
    : turned(pieces, isRtl, (piece) => piece).map((piece) => (isRtl(piece) ? mirrored(piece) : piece));
  const [first = {}] = runs;
  return {
    ...first,
    str: ordered.join("").replace(/ {2,}/g, " "),
    width: Math.max(...runs.map((run) => leftOf(run) + (run.width ?? 0))) - leftOf(first),
    height: Math.max(...runs.map(heightOf)),
    hasEOL: line.some(({ hasEOL }) => hasEOL === true),
  };
}

const isLtr = (piece: string) => !isRtl(piece) && (ltrLetter.test(piece) || /\p{N}/u.test(piece));

/** Brackets as displayed in right-to-left text, and the intended ones. */
const mirrors: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«",
};
const mirrored = (piece: string) => piece.replace(/[()[\]{}<>«»]/g, (bracket) => mirrors[bracket] ?? bracket);

/** Returns the texts of runs from left to right, with a space per gap. */
function withGaps(runs: readonly Run[]): string[] {
  let end = Number.POSITIVE_INFINITY;
  return runs.flatMap((run) => {
    const isApart = leftOf(run) - end > Math.max(heightOf(run), 1) * 0.2;
    end = leftOf(run) + (run.width ?? 0);
    return isApart ? [" ", run.str ?? ""] : [run.str ?? ""];
  });
}

/**
 * Reverses each sequence of matching pieces together with neutral ones between them; returns everything
 * reversed otherwise.
 */
function turned(
  pieces: readonly string[],
  matches: (piece: string) => boolean,
  change: (piece: string) => string,
): string[] {
  const result: string[] = [];
  let row: string[] = [];
  let between: string[] = [];
  const end = () => {
    result.push(...row.toReversed(), ...between.map(change));
    row = [];
    between = [];
  };
  for (const piece of pieces) {
    const hasDirection = isRtl(piece) || isLtr(piece);
    if (matches(piece)) {
      row.push(...between, piece);
      between = [];
    } else if (!hasDirection && row.length > 0) between.push(piece);
    else {
      end();
      result.push(change(piece));
    }
  }
  end();
  return result;
}

/** The library's operator code for showing text. */
const showText = 44;

/** A page's operator list. */
export interface Operators {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/**
 * Restores the letter order of ligatures such as lam-alef, which the library reverses letter by letter. Runs
 * follow the order of operators; unmatched ones stay.
 */
export function withWholeGlyphs(runs: readonly Run[], operators: Operators): Run[] {
  const glyphs = glyphsOf(operators);
  let index = 0;
  return runs.map((run) => {
    const letters = (run.str ?? "").replace(/\s/g, "");
    const own: string[] = [];
    for (let length = 0; length < letters.length && index < glyphs.length; index++) {
      own.push(glyphs[index] ?? "");
      length += own.at(-1)?.length ?? 0;
    }
    const isTurned =
      own.some((glyph) => glyph.length > 1 && isRtl(glyph)) &&
      [...own.join("")].reverse().join("") === letters;
    if (!isTurned) return run;
    const ordered = own.toReversed().join("");
    let next = 0;
    const str = (run.str ?? "").replace(/\S/g, () => ordered[next++] ?? "");
    return { ...run, str };
  });
}

/** Returns the texts of a page's glyphs, without white space. */
const glyphsOf = ({ fnArray, argsArray }: Operators): string[] =>
  fnArray.flatMap((operator, at) => {
    const [shown] = (argsArray[at] ?? []) as [unknown?];
    if (operator !== showText || !Array.isArray(shown)) return [];
    return shown.flatMap((glyph: { unicode?: unknown } | number | null) => {
      const text = typeof glyph === "object" ? String(glyph?.unicode ?? "").replace(/\s/g, "") : "";
      return text === "" ? [] : [text];
    });
  });
