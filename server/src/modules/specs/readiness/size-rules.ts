import { hasCheckable } from "./criteria-rules.ts";
import { passageOf } from "./language.ts";
import { holdsQuestion } from "./question-words.ts";
import type { Finding, SpecText, TextLine } from "./spec-text.ts";

export const MOST_CRITERIA = 15;
export const LEAST_CRITERIA_OF_HIGH_EFFORT = 3;
const HIGH_EFFORT = 4;
export const SHORTEST = 60;
export const LONGEST = 15_000;

/** Characters of dense scripts, worth about three letters. */
const DENSE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

const MARKER = /^\s{0,20}(?:[-*+]|\d{1,9}[.)])\s/;

export function tooManyCriteria({ criteria }: SpecText): Finding[] {
  const first = criteria[MOST_CRITERIA];
  if (!first) return [];
  return [{ line: first.line, text: `There are ${criteria.length} acceptance criteria.` }];
}

export function tooFewCriteria({ criteria, effort }: SpecText): Finding[] {
  if (effort === null || effort < HIGH_EFFORT) return [];
  if (criteria.length === 0 || criteria.length >= LEAST_CRITERIA_OF_HIGH_EFFORT) return [];
  const count =
    criteria.length === 1 ? "only one acceptance criterion" : `only ${criteria.length} acceptance criteria`;
  return [{ line: criteria[0]?.line ?? null, text: `The effort is high, and there is ${count}.` }];
}

/** Finds too little text. Criteria count only if one is checkable. */
export function tooShort(spec: SpecText): Finding[] {
  const { lines, background, codeLength } = spec;
  const length = codeLength + lettersOf(hasCheckable(spec) ? lines : background);
  if (length >= SHORTEST) return [];
  const text = lines.some(({ isHeading }) => !isHeading)
    ? "There are only a few words."
    : "There is no text.";
  return [{ line: null, text }];
}

export function tooLong({ lines, unreadFrom }: SpecText): Finding[] {
  if (unreadFrom !== null) {
    return [{ line: unreadFrom, text: "The text is so long that it wasn't read from here on." }];
  }
  let length = 0;
  for (const line of lines) {
    length += line.raw.length;
    if (length > LONGEST) return [{ line: line.number, text: "The text is longer than ten pages." }];
  }
  return [];
}

/** Returns the letters of settled sentences, up to the minimum length. */
export function lettersOf(lines: readonly TextLine[]): number {
  let length = 0;
  for (const { isHeading, isOpen, text } of lines) {
    if (isHeading) continue;
    const settled = (isOpen ? settledSentences(text) : text).replace(MARKER, "").trim();
    length += settled.length + 2 * (settled.match(DENSE)?.length ?? 0);
    if (length >= SHORTEST) break;
  }
  return length;
}

/** Returns a line's sentences without open questions. */
function settledSentences(text: string): string {
  const sentences = text.split(/(?<=[.!?。！？؟])\s+/);
  return sentences.length === 1 ? "" : sentences.filter((each) => !holdsQuestion(passageOf(each))).join(" ");
}
