/** The languages of a text that the rules can read; neither for a text in another language. */
export type Languages = { english: boolean; japanese: boolean };

// Frequent in English and rare in other languages. Small letters only, and not "the system": the frame
// WHEN … THEN the system SHALL … also holds texts of other languages.
const ENGLISH =
  /\b(?:the(?! [Ss]ystem)|and|shall|must|should|with|without|when|then|that|this|which|from|if|each|before|after|does|its|they|their|into|is|are|of|to|for|by|not|or|be|it|can|has)\b/g;
const KANA = /[\u3041-\u30fe]/g;
const LETTERS = /\p{L}/gu;
const LATIN_WORDS = /[a-z]+/gi;

/** English: letters are Latin but for a fifth, and one word in 15 is a small one. Japanese: one letter in ten is kana. */
export function languagesOf(text: string): Languages {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const words = text.match(LATIN_WORDS) ?? [];
  const latin = words.reduce((sum, word) => sum + word.length, 0);
  const letters = count(LETTERS);
  return {
    english: words.length > 0 && latin * 5 >= letters * 4 && count(ENGLISH) * 15 >= words.length,
    japanese: letters > 0 && count(KANA) * 10 >= letters,
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
