import { readReferences } from "./reference-line.ts";

/** Italic, bold or bracketed text at the end of a line. */
const atEnd = /\s(?:([*_]{1,3})(?=[^\s*_])[^*_]{1,400}\1|[(（][^()（）]{1,400}[)）])\s*$/u;

/** Turns bracketed text into italics, to be read the same way. */
export const withoutBrackets = (ending: string) =>
  ending.replace(/^[(（][\s*_]{0,3}(.*?)[\s*_]{0,3}[)）]$/u, "_$1_");

/**
 * Splits off a reference at the end, as in `Build the cart _Requirements: 1.1_`. `reference` is verbatim; ""
 * if none.
 */
export function cutReference(title: string): { title: string; reference: string } {
  const trimmed = title.trimEnd();
  const ending = /[*_)）]$/u.test(trimmed) ? (atEnd.exec(trimmed.slice(-500))?.[0] ?? "") : "";
  const isReference = readReferences(withoutBrackets(ending.trim())).some(({ isCertain }) => isCertain);
  return isReference
    ? { title: trimmed.slice(0, -ending.length), reference: ending.trim() }
    : { title, reference: "" };
}
