/** A sign before the cursor with the words that follow it. */
export interface Typed {
  sign: "@" | "#";
  words: string;
  /** The number of characters from the sign to the cursor. */
  length: number;
}

const sign = /(?:^|[\s(])([@#])((?:[\p{L}\p{N}._/-]+(?: [\p{L}\p{N}._/-]*){0,3})?)$/u;

/** Returns the typed beginning of a name before the cursor, if any. */
export function typedIn(line: string): Typed | null {
  const [, found, words = ""] = sign.exec(line) ?? [];
  if (found !== "@" && found !== "#") return null;
  const isHeading = found === "#" && line === "#";
  return isHeading ? null : { sign: found, words, length: words.length + 1 };
}
