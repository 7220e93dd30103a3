import { readReferences } from "./reference-line.ts";

/** This matches text in italics, in bold or in brackets at the end of a line. */
const atEnd = /\s(?:([*_]{1,3})(?=[^\s*_])[^*_]{1,400}\1|[(（][^()（）]{1,400}[)）])\s*$/u;

/** Returns an ending in brackets as text in italics, so that it is read like one. */
export const withoutBrackets = (ending: string) =>
  ending.replace(/^[(（][\s*_]{0,3}(.*?)[\s*_]{0,3}[)）]$/u, "_$1_");

/**
 * Cuts a title before a reference at its end, as in `Build the cart _Requirements: 1.1_` and with brackets around it.
 * `reference` is written as in the file, empty without one.
 */
export function cutReference(title: string): { title: string; reference: string } {
  const trimmed = title.trimEnd();
  const ending = /[*_)）]$/u.test(trimmed) ? (atEnd.exec(trimmed.slice(-500))?.[0] ?? "") : "";
  const isReference = readReferences(withoutBrackets(ending.trim())).some(({ isCertain }) => isCertain);
  return isReference
    ? { title: trimmed.slice(0, -ending.length), reference: ending.trim() }
    : { title, reference: "" };
}
