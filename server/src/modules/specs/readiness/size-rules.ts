import type { Finding, SpecText } from "./spec-text.ts";

export const MOST_CRITERIA = 15;
export const LEAST_CRITERIA_OF_HIGH_EFFORT = 3;
const HIGH_EFFORT = 4;
export const SHORTEST = 60;
export const LONGEST = 15_000;

/** Matches the first characters of scripts of which one character says about as much as three letters. */
const DENSE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

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

export function tooShort(spec: SpecText): Finding[] {
  const length = lengthOf(spec);
  if (length === 0) return [{ line: null, text: "There is no text." }];
  return length < SHORTEST ? [{ line: null, text: "There are only a few words." }] : [];
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

/** Returns the length, in letters, of the text that is settled. */
function lengthOf({ lines }: SpecText): number {
  let length = 0;
  for (const { isHeading, isOpen, text } of lines) {
    if (isHeading || isOpen) continue;
    length += text.trim().length + 2 * (text.match(DENSE)?.length ?? 0);
    if (length >= SHORTEST) break;
  }
  return length;
}
