import { isOtherWord, isRequirementWord, withoutRequirementWord } from "../words.ts";

/**
 * A text that may name requirements: `_Requirements: 1.1, 2.3_`. If its words are uncertain, it must hold
 * only numbers.
 */
export interface Reference {
  value: string;
  isCertain: boolean;
}

/** Longer lines are prose. */
const longest = 4000;
const label = "(\\p{L}[\\p{L}\\p{M}\\s'’/()-]{0,60}?)";
const wrapped = new RegExp(`^([*_]{1,3})${label}\\s?[:：]\\s?(.+?)\\1$`, "u");
const labelled = new RegExp(`^([*_]{1,3})${label}\\s?[:：]?\\s?\\1\\s?[:：]?\\s?(.+)$`, "u");
const plain = new RegExp(`^${label}\\s?[:：]\\s?(.+)$`, "u");
/** Separates several texts in one line: `_Requirements: 1.1_ _Boundary: Cart_`. */
const between = /(?<=[*_][,;|]?) (?=[*_])/u;

function read(text: string): Reference | null {
  const set =
    wrapped.exec(text) ??
    (/^([*_]{1,3})[^:：]{1,80}[:：]?\1\s?[:：]|[:：][*_]/u.test(text) ? labelled.exec(text) : null);
  const [words = "", value = ""] = set ? [set[2], set[3]] : (plain.exec(text)?.slice(1) ?? []);
  if (words === "") return null;
  const rest = withoutRequirementWord(value);
  const isCertain = isRequirementWord(words) || rest !== value;
  // An unknown word in italics may mean requirements in another language.
  const isItalic = set?.[1]?.length === 1;
  if (!isCertain && (!isItalic || isOtherWord(words))) return null;
  return { value: rest, isCertain: isCertain && set !== null };
}

/** Returns the references in a line. */
export function readReferences(line: string): Reference[] {
  if (!/[:：]/u.test(line)) return [];
  const text = line
    .trim()
    .replace(/^[-*+•]\s+/u, "")
    .replace(/\s+/gu, " ");
  if (text.length > longest) return [];
  return text.split(between).flatMap((part) => read(part.replace(/([*_])[.。,;]$/u, "$1")) ?? []);
}
