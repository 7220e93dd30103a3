import { maxName } from "./types.ts";

/**
 * A text made fit for a name or title: one line without control characters, trimmed, at most 200 code points.
 * `problem` says what was changed beyond white space; `whole` is the name before it was cut.
 */
export function fitName(text: string): { name: string; whole: string; problem: "" | "cut" | "cleaned" } {
  const spaced = text.replace(/[\t\n\r]+/gu, " ");
  const whole = spaced
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  const characters = [...whole];
  const name = characters.slice(0, maxName).join("").trim();
  if (characters.length > maxName) return { name, whole, problem: "cut" };
  return { name, whole, problem: whole === spaced.trim() ? "" : "cleaned" };
}
