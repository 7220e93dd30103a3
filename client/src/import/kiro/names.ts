import { isVisible } from "../../../../contract/src/visible.ts";
import { maxName } from "./types.ts";

/**
 * Turns a text into a name or title: one line without control characters, trimmed, at most 200 code points; empty where
 * nothing of it could be seen. `problem` says what was changed beyond white space; `whole` is the name before it was
 * cut.
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
