import { isHollow, isRestated } from "./hollow.ts";
import { holdsWord, type Languages, type Passage, passageOf, wordsOf } from "./language.ts";
import { nearestToCriteria } from "./nearest-to-criteria.ts";
import { HIDDEN, plainText } from "./plain-text.ts";
import { type Finding, joined, type SpecCriterion, type SpecText, type TextLine } from "./spec-text.ts";
import { escapes, failure, fallible, MEASURE, taste, vague } from "./words.ts";

/** Memoizes a function for the last spec, since rules build on each other. */
function oncePerSpec<Found>(find: (spec: SpecText) => Found): (spec: SpecText) => Found {
  let last: { spec: SpecText; found: Found } | null = null;
  return (spec) => {
    if (last?.spec !== spec) last = { spec, found: find(spec) };
    return last.found;
  };
}

/** Finds missing criteria: none, or only open questions. */
export function missingCriteria({
  content,
  criteria,
  criteriaHeading: line,
  unreadFrom,
}: SpecText): Finding[] {
  if (criteria.some(isSettled)) return [];
  if (criteria.length > 0) return [{ line, text: "Every acceptance criterion holds an open question." }];
  if (line !== null) return [{ line, text: "Nothing under the heading for acceptance criteria is one." }];
  return [nearestToCriteria(content, unreadFrom ?? Infinity)];
}

/** Finds criteria without substance: empty, a single word, hollow, or with an escape clause. */
export const untestableCriteria = oncePerSpec(({ title, criteria, languages }): Finding[] => {
  const hasEscape = wordsOf(proseOf(criteria), languages, escapes).length > 0;
  return criteria.flatMap((criterion) => {
    const { name, line, text, lines, prose } = criterion;
    if (text === "") return [{ line, text: `${name} has no text.` }];
    if (isSingleWord(text)) return [{ line, text: `${name} is a single word.` }];
    if (isHollow(text)) return [{ line, text: `${name} doesn't say what is to be seen.` }];
    if (isRestated(text, title)) return [{ line, text: `${name} says the title again.` }];
    const words = hasEscape ? wordsOf(prose, languages, escapes) : [];
    if (words.length === 0) return [];
    const found = lines.find((each) => wordsOf(each, languages, escapes).length > 0);
    return [{ line: found?.number ?? line, text: `${name} leaves a way out: ${quoted(words)}.` }];
  });
});

/** Finds judgements in criteria. Without criteria, that lack matters more than the prose. */
export const vagueWords = oncePerSpec(({ criteria, languages }): Finding[] =>
  criteria.length > 0 ? vagueCriteria(criteria, languages) : [],
);

/** Finds judgements in prose. */
export function vagueLines(lines: readonly TextLine[], languages: Languages): Finding[] {
  return lines.flatMap((each) => {
    const { isHeading, number: line } = each;
    const words = isHeading ? [] : judgementsOf(each, languages);
    return words.length > 0 ? [{ line, text: `The text says ${quoted(words)}.` }] : [];
  });
}

function vagueCriteria(criteria: readonly SpecCriterion[], languages: Languages): Finding[] {
  const all = proseOf(criteria);
  const { english, japanese } = languages;
  const others = { english: !english, japanese: !japanese };
  const isVague = [languages, others].some((read) => wordsOf(all, read, vague).length > 0);
  return criteria.flatMap((criterion) => {
    const { prose } = criterion;
    const readable = isVague && isListOfJudgements(prose) ? ANY : languages;
    const words = isVague ? judgementsOf(prose, readable) : [];
    if (words.length === 0) return [];
    const at = criterion.lines.find((each) => judgementsOf(each, readable).length > 0);
    return [{ line: at?.number ?? criterion.line, text: `${criterion.name} says ${quoted(words)}.` }];
  });
}

/** Returns a text's judgements; a number settles measurable ones. */
function judgementsOf(passage: Passage, languages: Languages): string[] {
  const words = wordsOf(passage, languages, vague);
  return words.length > 0 && MEASURE.test(passage.text) ? wordsOf(passage, languages, taste) : words;
}

/** Tests for a short list of mostly judgements. */
function isListOfJudgements(passage: Passage): boolean {
  const { text } = passage;
  if (text.length > 200) return false;
  const words = text.match(/\p{L}[\p{L}-]*/gu)?.length ?? 0;
  return wordsOf(passage, ANY, vague).length * 2 > words;
}

/** Tests for a criterion that is neither open, vague nor untestable. */
export const hasCheckable = oncePerSpec((spec): boolean => {
  const objected = new Set([...untestableCriteria(spec), ...vagueWords(spec)].map(({ line }) => line));
  return spec.criteria.some(
    (criterion) =>
      isSettled(criterion) &&
      !objected.has(criterion.line) &&
      !criterion.lines.some(({ number }) => objected.has(number)),
  );
});

/**
 * Finds criteria that never mention failure although something can fail; skips unsupported languages. Words
 * of the title, as in "Cancel an order", don't count.
 */
export function noFailurePath(spec: SpecText): Finding[] {
  const { title, lines, criteria, criteriaHeading: line, languages } = spec;
  if (criteria.length === 0 || (!languages.english && !languages.japanese)) return [];
  const subject = title.toLowerCase();
  const speaks = criteria.some(
    (each) =>
      isSettled(each) && wordsOf(each.prose, ANY, failure).some((word) => !isOfSubject(word, subject)),
  );
  if (speaks) return [];
  const canFail = [passageOf(title), ...lines].some((each) => holdsWord(each, fallible));
  return canFail && untestableCriteria(spec).length < criteria.length
    ? [{ line, text: "No acceptance criterion says what happens when something goes wrong." }]
    : [];
}

const NEGATION = /^(?:never|nobody|none|nothing|nowhere|unless|without|otherwise)$/;

function isOfSubject(found: string, subject: string): boolean {
  const word = found.split(" ").at(-1) ?? "";
  if (NEGATION.test(word)) return false;
  return word.length > 3
    ? subject.includes(word.slice(0, 6))
    : /[\u3041-\u9fff]/.test(word) && subject.includes(word);
}

// Statements count in any language; only claiming their absence needs a supported one.
const ANY = { english: true, japanese: true };

const isSettled = ({ lines }: SpecCriterion) => !lines.some((line) => line.isOpen);
const proseOf = (criteria: readonly SpecCriterion[]) =>
  joined(
    criteria.map(({ prose }) => prose),
    "\n",
  );
const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(", ");

/** Fast path for most criteria. */
const PLAIN_WORDS = /^[a-z]+ [a-z]+[a-z ,.]*$/i;

/**
 * Tests for a single Latin, Greek or Cyrillic word; other scripts are denser or unspaced. Code may be a whole
 * command.
 */
function isSingleWord(text: string): boolean {
  if (text.length > 60 || PLAIN_WORDS.test(text)) return false;
  const words = plainText(text)
    .split(/\s+/)
    .filter((word) => word.includes(HIDDEN) || /[\p{L}\p{N}]/u.test(word));
  if (words.length !== 1 || words[0]?.includes(HIDDEN)) return false;
  return /^[\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]*$/u.test(text);
}
