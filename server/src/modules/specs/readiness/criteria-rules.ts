import { wordsOf } from "./language.ts";
import { HIDDEN, plainText } from "./plain-text.ts";
import type { Finding, SpecCriterion, SpecText } from "./spec-text.ts";
import { escapes, failure, MEASURE, vague } from "./words.ts";

/** Finds a lack of criteria: there are none, or none without an open question. */
export function missingCriteria({ criteria, criteriaHeading: line }: SpecText): Finding[] {
  if (criteria.some(isSettled)) return [];
  if (criteria.length > 0) return [{ line, text: "Every acceptance criterion holds an open question." }];
  if (line === null) return [{ line, text: "There are no acceptance criteria." }];
  return [{ line, text: "There are no numbered items under the heading for acceptance criteria." }];
}

/** Finds criteria without a text, of a single word, or with a way out of their promise. */
export function untestableCriteria({ criteria, languages }: SpecText): Finding[] {
  const hasEscape = wordsOf(criteria.map(textOf).join("\n"), languages, escapes).length > 0;
  return criteria.flatMap((criterion) => {
    const { name, line, text, lines } = criterion;
    if (text === "") return [{ line, text: `${name} has no text.` }];
    if (isSingleWord(text)) return [{ line, text: `${name} is a single word.` }];
    const words = hasEscape ? wordsOf(textOf(criterion), languages, escapes) : [];
    if (words.length === 0) return [];
    const at = lines.find((each) => wordsOf(each.text, languages, escapes).length > 0);
    return [{ line: at?.number ?? line, text: `${name} leaves a way out: ${quoted(words)}.` }];
  });
}

/**
 * Finds judgements in the criteria, or in all of the prose where there are none; a number in the same place settles
 * them.
 */
export function vagueWords({ criteria, lines, languages }: SpecText): Finding[] {
  if (criteria.length === 0) {
    return lines.flatMap(({ isHeading, number: line, text }) => {
      const words = isHeading || MEASURE.test(text) ? [] : wordsOf(text, languages, vague);
      return words.length > 0 ? [{ line, text: `The text says ${quoted(words)}.` }] : [];
    });
  }
  if (wordsOf(criteria.map(textOf).join("\n"), languages, vague).length === 0) return [];
  return criteria.flatMap((criterion) => {
    const text = textOf(criterion);
    const words = MEASURE.test(text) ? [] : wordsOf(text, languages, vague);
    if (words.length === 0) return [];
    const at = criterion.lines.find((each) => wordsOf(each.text, languages, vague).length > 0);
    return [{ line: at?.number ?? criterion.line, text: `${criterion.name} says ${quoted(words)}.` }];
  });
}

/** Finds criteria of which none speaks about a failure; silent about languages that it can't read. */
export function noFailurePath({ criteria, criteriaHeading: line, languages }: SpecText): Finding[] {
  if (criteria.length === 0 || (!languages.english && !languages.japanese)) return [];
  const speaks = criteria.some((each) => isSettled(each) && wordsOf(textOf(each), ANY, failure).length > 0);
  return speaks
    ? []
    : [{ line, text: "No acceptance criterion says what happens when something goes wrong." }];
}

// A statement of the text counts in each language; only a missing one needs a language that the rules can read.
const ANY = { english: true, japanese: true };

const isSettled = ({ lines }: SpecCriterion) => !lines.some((line) => line.isOpen);
const textOf = ({ lines }: SpecCriterion) => lines.map(({ text }) => text).join(" ");
const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(", ");

/** Matches most criteria, so that they need no closer look. */
const PLAIN_WORDS = /^[a-z]+ [a-z]+[a-z ,.]*$/i;

/**
 * Returns true for a single word in Latin, Greek or Cyrillic letters: other scripts put more into a word, or no space
 * between words. Code may be a whole command.
 */
function isSingleWord(text: string): boolean {
  if (text.length > 60 || PLAIN_WORDS.test(text)) return false;
  const words = plainText(text)
    .split(/\s+/)
    .filter((word) => word.includes(HIDDEN) || /[\p{L}\p{N}]/u.test(word));
  if (words.length !== 1 || words[0]?.includes(HIDDEN)) return false;
  return /^[\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]*$/u.test(text);
}
