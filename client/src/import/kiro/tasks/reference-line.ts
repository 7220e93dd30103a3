import { isOtherWord, isRequirementWord, withoutRequirementWord } from "./words.ts";

/**
 * Such a text can name requirements: `_Requirements: 1.1, 2.3_`. `isCertain` is true if its words mean requirements;
 * otherwise it counts only where it holds nothing but numbers.
 */
export interface Reference {
  value: string;
  isCertain: boolean;
}

/** Longer lines are text. */
const longest = 4000;
const label = "(\\p{L}[\\p{L}\\p{M}\\s'’/()-]{0,60}?)";
const wrapped = new RegExp(`^([*_]{1,3})${label}\\s?[:：]\\s?(.+?)\\1$`, "u");
const labelled = new RegExp(`^([*_]{1,3})${label}\\s?[:：]?\\s?\\1\\s?[:：]?\\s?(.+)$`, "u");
const plain = new RegExp(`^${label}\\s?[:：]\\s?(.+)$`, "u");
/** One line may hold several such texts: `_Requirements: 1.1_ _Boundary: Cart_`. */
const between = /(?<=[*_][,;|]?) (?=[*_])/u;

function read(text: string): Reference | null {
  const set =
    wrapped.exec(text) ??
    (/^([*_]{1,3})[^:：]{1,80}[:：]?\1\s?[:：]|[:：][*_]/u.test(text) ? labelled.exec(text) : null);
  const [words = "", value = ""] = set ? [set[2], set[3]] : (plain.exec(text)?.slice(1) ?? []);
  if (words === "") return null;
  const rest = withoutRequirementWord(value);
  const isCertain = isRequirementWord(words) || rest !== value;
  // A word that is not known may mean requirements in another language, but only in italics.
  const isItalic = set?.[1]?.length === 1;
  if (!isCertain && (!isItalic || isOtherWord(words))) return null;
  return { value: rest, isCertain: isCertain && set !== null };
}

/** Returns what a line of a task's text says of requirements. */
export function readReferences(line: string): Reference[] {
  if (!/[:：]/u.test(line)) return [];
  const text = line
    .trim()
    .replace(/^[-*+•]\s+/u, "")
    .replace(/\s+/gu, " ");
  if (text.length > longest) return [];
  return text.split(between).flatMap((part) => read(part.replace(/([*_])[.。,;]$/u, "$1")) ?? []);
}
