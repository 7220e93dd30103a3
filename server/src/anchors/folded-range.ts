import { foldSpace } from "@groundplan/contract";
import type { TextRange } from "./quotes.ts";

/** Returns the first occurrence of words between two offsets of a text with white space folded. */
export function foldedRange(text: string, words: string, from: number, to: number): TextRange | undefined {
  const wanted = foldSpace(words);
  if (wanted === "") return undefined;
  let folded = "";
  const places: number[] = [];
  for (let at = Math.max(0, from); at < Math.min(to, text.length); at++) {
    const unit = text[at] ?? "";
    const isSpace = /\s/.test(unit);
    if (isSpace && (folded === "" || folded.endsWith(" "))) continue;
    folded += isSpace ? " " : unit;
    places.push(at);
  }
  const index = folded.indexOf(wanted);
  const [start, last] = [places[index], places[index + wanted.length - 1]];
  return index < 0 || start === undefined || last === undefined ? undefined : { start, end: last + 1 };
}
