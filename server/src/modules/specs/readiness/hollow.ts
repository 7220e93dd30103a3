import { HIDDEN, plainText } from "./plain-text.ts";

// The limit keeps the work bounded; a longer sentence says more than that something is there.
const LONGEST = 90;
const LONGEST_TITLE = 200;
const MOST_WORDS = 3;

/** Words that say that something is there, done or as it should be, and not what is to be seen. */
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

/** Returns true if a criterion only says that something works, exists, or was done. */
export function isHollow(criterion: string): boolean {
  return isBare(criterion) && HOLLOW.test(criterion) && !CONDITION.test(criterion);
}

/** Returns true if a criterion is two or three words of the title, with at most another one among them. */
export function isRestated(criterion: string, title: string): boolean {
  if (!isBare(criterion)) return false;
  const words = wordsOf(criterion);
  if (words.length < 2 || words.length > MOST_WORDS) return false;
  const known = wordsOf(title.slice(0, LONGEST_TITLE)).map(stem);
  const others = words.filter((word) => !known.includes(stem(word)));
  return words.length - others.length >= 2 && others.length <= 1;
}

/** Returns true for a short sentence without what makes one exact: a number, a quoted text, code. */
function isBare(criterion: string): boolean {
  if (criterion.length > LONGEST || /\d/.test(criterion)) return false;
  return !plainText(criterion).includes(HIDDEN);
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
const stem = (word: string) => word.slice(0, 6).replace(/s$/, "");
