import { startsIn } from "./starts.ts";

/** Languages of a text that the rules support. */
export type Languages = { english: boolean; japanese: boolean };

// Words frequent in English only. Not in capitals, and without "the system", since WHEN … THEN the system
// SHALL … frames texts of other languages.
const ENGLISH =
  /\b(?:[Tt]he(?! [Ss]ystem)|After|Before|Each|If|It|That|These|This|When|Without|and|shall|must|should|with|without|when|then|that|this|which|from|if|each|before|after|does|its|they|their|into|is|are|of|to|for|by|not|or|be|it|can|has)\b/g;
const LETTER = /\p{L}/u;

/**
 * Detects languages. English: 80 % Latin letters, and one word in 15 is a function word. Japanese: 10 % kana.
 */
export function languagesOf(text: string): Languages {
  let [words, latin, others, kana] = [0, 0, 0, 0];
  let inWord = false;
  // Comparing char codes is several times as fast.
  for (let offset = 0; offset < text.length; offset++) {
    const small = text.charCodeAt(offset) | 0x20;
    const isLatin = small >= 0x61 && small <= 0x7a;
    if (isLatin && !inWord) words++;
    inWord = isLatin;
    if (isLatin) latin++;
    if (small <= 0x7f) continue;
    const code = text.codePointAt(offset) ?? 0;
    if (LETTER.test(String.fromCodePoint(code))) others++;
    if (code >= 0x3041 && code <= 0x30fe) kana++;
    if (code > 0xffff) offset++;
  }
  const letters = latin + others;
  const small = text.match(ENGLISH)?.length ?? 0;
  return {
    english: words > 0 && latin * 5 >= letters * 4 && small * 15 >= words,
    japanese: letters > 0 && kana * 10 >= letters,
  };
}

/** A text with the kinds of English words that it may contain (`startsIn`). */
export type Passage = { text: string; kinds: number };

export const passageOf = (text: string): Passage => ({ text, kinds: startsIn(text) });

/** Patterns by language; `other` needs no language detection. */
export type Words = { kind: number; english: RegExp; japanese?: RegExp; other?: RegExp };

/** Returns distinct matching words in order. */
export function wordsOf({ text, kinds }: Passage, languages: Languages, words: Words): string[] {
  const { kind, english, japanese, other } = words;
  const found: string[] = [];
  const find = (pattern: RegExp | undefined) => found.push(...((pattern && text.match(pattern)) ?? []));
  if (languages.english && kinds & kind) find(english);
  if (languages.japanese) find(japanese);
  if (!languages.english && !languages.japanese) find(other);
  return found.length > 0 ? [...new Set(found.map((word) => word.toLowerCase()))] : found;
}

/** Tests for a word in an English or Japanese passage. */
export function holdsWord({ text, kinds }: Passage, { kind, english, japanese }: Words): boolean {
  if (kinds & kind && text.search(english) !== -1) return true;
  return japanese !== undefined && text.search(japanese) !== -1;
}
