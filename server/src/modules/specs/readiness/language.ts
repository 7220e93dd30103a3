import { startsIn } from "./starts.ts";

/** The languages of a text that the rules can read; both are false for a text in another language. */
export type Languages = { english: boolean; japanese: boolean };

// These words are frequent in English and rare in other languages. Not in capitals, and not "the system": the frame
// WHEN … THEN the system SHALL … also holds texts of other languages.
const ENGLISH =
  /\b(?:[Tt]he(?! [Ss]ystem)|After|Before|Each|If|It|That|These|This|When|Without|and|shall|must|should|with|without|when|then|that|this|which|from|if|each|before|after|does|its|they|their|into|is|are|of|to|for|by|not|or|be|it|can|has)\b/g;
const LETTER = /\p{L}/u;

/**
 * Detects the languages. English: letters are Latin but for a fifth, and one word in 15 is a small one. Japanese: one
 * letter in ten is kana.
 */
export function languagesOf(text: string): Languages {
  let [words, latin, others, kana] = [0, 0, 0, 0];
  let inWord = false;
  // The codes are compared as numbers, since that reads nearly all texts several times as fast as characters do.
  for (let at = 0; at < text.length; at++) {
    const small = text.charCodeAt(at) | 0x20;
    const isLatin = small >= 0x61 && small <= 0x7a;
    if (isLatin && !inWord) words++;
    inWord = isLatin;
    if (isLatin) latin++;
    if (small <= 0x7f) continue;
    const code = text.codePointAt(at) ?? 0;
    if (LETTER.test(String.fromCodePoint(code))) others++;
    if (code >= 0x3041 && code <= 0x30fe) kana++;
    if (code > 0xffff) at++;
  }
  const letters = latin + others;
  const small = text.match(ENGLISH)?.length ?? 0;
  return {
    english: words > 0 && latin * 5 >= letters * 4 && small * 15 >= words,
    japanese: letters > 0 && kana * 10 >= letters,
  };
}

/** A text with the kinds of English words that it may hold (`startsIn`). */
export type Passage = { text: string; kinds: number };

export const passageOf = (text: string): Passage => ({ text, kinds: startsIn(text) });

/** Expressions by language; `other` holds words that need no language to be recognized. */
export type Words = { kind: number; english: RegExp; japanese?: RegExp; other?: RegExp };

/** Returns the words of a passage that match one of the patterns, in order and without repetition. */
export function wordsOf({ text, kinds }: Passage, languages: Languages, words: Words): string[] {
  const { kind, english, japanese, other } = words;
  const found: string[] = [];
  const find = (pattern: RegExp | undefined) => found.push(...((pattern && text.match(pattern)) ?? []));
  if (languages.english && kinds & kind) find(english);
  if (languages.japanese) find(japanese);
  if (!languages.english && !languages.japanese) find(other);
  return found.length > 0 ? [...new Set(found.map((word) => word.toLowerCase()))] : found;
}

/** Returns true if a passage in English or Japanese holds a word. */
export function holdsWord({ text, kinds }: Passage, { kind, english, japanese }: Words): boolean {
  if (kinds & kind && text.search(english) !== -1) return true;
  return japanese !== undefined && text.search(japanese) !== -1;
}
