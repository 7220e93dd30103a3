/** Scripts without spaces between words; two of their characters make about one. */
const dense = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/** Counts the words of a text. */
export function wordsIn(text: string): number {
  const words = text.replace(dense, " ").match(/\S+/g)?.length ?? 0;
  return words + Math.ceil((text.match(dense)?.length ?? 0) / 2);
}
