/** The languages of a text that the rules can read; none for a text in any other language. */
export type Languages = { english: boolean; japanese: boolean };

// Frequent in English and rare in other languages. Small letters only: the capitals of WHEN … THEN also stand
// in texts of other languages.
const ENGLISH =
  /\b(?:the|and|shall|must|should|with|without|when|then|that|this|which|from|if|each|before|after|does|its|they|their|into)\b/g;
const KANA = /[\u3041-\u30fe]/g;
const LETTERS = /\p{L}/gu;
const LATIN_WORDS = /[a-z]+/gi;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** English has one of its small words in twenty at least, Japanese one kana in ten letters. */
export function languagesOf(text: string): Languages {
  const small = count(text, ENGLISH);
  const kana = count(text, KANA);
  return {
    english: small > 0 && small * 20 >= count(text, LATIN_WORDS),
    japanese: kana > 0 && kana * 10 >= count(text, LETTERS),
  };
}

/** The words of `text` that one of the patterns knows, in order and without repetition. */
export function wordsOf(
  text: string,
  languages: Languages,
  words: { english: RegExp; japanese: RegExp },
): string[] {
  const found = [
    ...(languages.english ? (text.match(words.english) ?? []) : []),
    ...(languages.japanese ? (text.match(words.japanese) ?? []) : []),
  ];
  return [...new Set(found.map((word) => word.toLowerCase()))];
}
