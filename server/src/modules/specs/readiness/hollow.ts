import { HIDDEN, plainText } from "./plain-text.ts";

// Bounds the work; longer sentences are not hollow.
const LONGEST = 90;
const LONGEST_TITLE = 200;
const MOST_WORDS = 3;

/** Words for existence or completion without anything observable. */
const THERE = [
  "(?:it |everything |all )?(?:just )?works?",
  "(?:is|are|was|were|has been|have been|gets?) (?:all |fully |well )?(?:implemented|done|finished|completed?|ready|available|built|created|tested|documented|supported|working|handled|fixed|improved|optimi[sz]ed|refactored|integrated|addressed|considered|in place|consistent|good|fine|ok|happy|satisfied)",
  "exists?",
  "can be (?:made|used|done|created)",
  "looks? (?:good|nice|right|fine|great|like (?:in |on )?the (?:design|mock-?ups?|figma))",
];
const HOLLOW = new RegExp(
  `^(?:[\\p{L}'-]+,? ){0,6}(?:${THERE.join("|")})(?: (?:as (?:expected|intended|designed)|correctly|properly|well|fine|everywhere|(?:on|in|for) (?:all|every|any) [a-z]+))?[.!]?$`,
  "iu",
);
const CONDITION = /\b(?:if|when|after|before|until|while|unless|without|no|not|only|never|still|again)\b/i;

/** Tests whether a criterion only says that something works, exists or was done. */
export function isHollow(criterion: string): boolean {
  return isBare(criterion) && HOLLOW.test(criterion) && !CONDITION.test(criterion);
}

/** Tests for two or three words of the title plus at most one more. */
export function isRestated(criterion: string, title: string): boolean {
  if (!isBare(criterion)) return false;
  const words = wordsOf(criterion);
  if (words.length < 2 || words.length > MOST_WORDS) return false;
  const known = wordsOf(title.slice(0, LONGEST_TITLE)).map(stem);
  const others = words.filter((word) => !known.includes(stem(word)));
  return words.length - others.length >= 2 && others.length <= 1;
}

/** Tests for a short sentence without number, quotation or code. */
function isBare(criterion: string): boolean {
  if (criterion.length > LONGEST || /\d/.test(criterion)) return false;
  return !plainText(criterion).includes(HIDDEN);
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
const stem = (word: string) => word.slice(0, 6).replace(/s$/, "");
