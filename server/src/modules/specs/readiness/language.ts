/** The languages of a text that the rules can read; neither for a text in another language. */
export type Languages = { english: boolean; japanese: boolean };

// Frequent in English and rare in other languages. Small letters only, and not "the system": the frame
// WHEN … THEN the system SHALL … also holds texts of other languages.
const ENGLISH =
  /\b(?:the(?! [Ss]ystem)|and|shall|must|should|with|without|when|then|that|this|which|from|if|each|before|after|does|its|they|their|into|is|are|of|to|for|by|not|or|be|it|can|has)\b/g;
const LETTER = /\p{L}/u;

/** English: letters are Latin but for a fifth, and one word in 15 is a small one. Japanese: one letter in ten is kana. */
export function languagesOf(text: string): Languages {
  let [words, latin, others, kana] = [0, 0, 0, 0];
  let inWord = false;
  for (const character of text) {
    const isLatin = (character >= "a" && character <= "z") || (character >= "A" && character <= "Z");
    if (isLatin && !inWord) words++;
    inWord = isLatin;
    if (isLatin) latin++;
    else if (character > "\x7f" && LETTER.test(character)) others++;
    if (character >= "\u3041" && character <= "\u30fe") kana++;
  }
  const letters = latin + others;
  const small = text.match(ENGLISH)?.length ?? 0;
  return {
    english: words > 0 && latin * 5 >= letters * 4 && small * 15 >= words,
    japanese: letters > 0 && kana * 10 >= letters,
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
