import { isVisible } from "../../../../contract/src/visible.ts";
import { maxName } from "./limits.ts";

/** Returns a value of JSON as a text; one that is neither text nor missing as its JSON. */
export const wordsOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);

/**
 * Fits a text to a name: one line, no control characters, trimmed, at most 200 code points; "" if nothing is
 * visible. `problem` tells what changed besides white space, `whole` is the uncut name.
 */
export function fitName(text: string): { name: string; whole: string; problem: "" | "cut" | "cleaned" } {
  const spaced = text.replace(/[\t\n\r]+/gu, " ");
  const whole = spaced
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  const characters = [...whole];
  const beginning = characters.slice(0, maxName).join("").trim();
  const name = isVisible(beginning) ? beginning : "";
  if (characters.length > maxName) return { name, whole, problem: "cut" };
  return { name, whole, problem: whole === spaced.trim() ? "" : "cleaned" };
}
