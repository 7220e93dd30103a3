// The program that reads a document can read this folder, but not the contract's package, which counts in the same way.

const isPair = (text: string, at: number) =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

/** Counts the characters of a text, which are code points. */
export function characters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += isPair(text, at) ? 2 : 1;
  return count;
}

/** Returns the first `most` characters of a text. */
export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  let at = 0;
  for (let count = 0; at < text.length && count < most; count++) at += isPair(text, at) ? 2 : 1;
  return text.slice(0, at);
}
